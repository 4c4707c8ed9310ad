"""What scip-go says Go code calls: `main.go` reads its index at the places that go/ast finds."""
