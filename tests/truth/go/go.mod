module truth

go 1.25.0

require (
	github.com/scip-code/scip/bindings/go/scip v0.10.0
	google.golang.org/protobuf v1.36.12
)

require github.com/sourcegraph/beaut v0.0.0-20240611013027-627e4c25335a // indirect
