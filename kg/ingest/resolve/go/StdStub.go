// StdStub writes what the packages of Go's standard library export: types, functions, variables. Signatures only.
//
// One line a package: its import path, a tab, its name, a tab, JSON: {"types": [[name, alias, type parameters,
// type, methods]], "functions": [[name, type parameters, type]], "variables": [[name, type]]}. A method is
// [name, receiver's type parameters, type] and promoted ones are listed too, since what promotes them may not
// be exported. A type is written as in kg/schema/go.py, named types with the path of their package.
//
//	go run kg/ingest/resolve/go/StdStub.go | gzip -9n > kg/ingest/resolve/go/std.stub.gz
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"log"
	"os"
	"os/exec"
	"strings"
)

type list = []any

type contents struct {
	Types     list `json:"types"`
	Functions list `json:"functions"`
	Variables list `json:"variables"`
}

func main() {
	log.SetFlags(0)
	names, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		log.Fatal(err)
	}
	sources := importer.ForCompiler(token.NewFileSet(), "source", nil)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, path := range strings.Fields(string(names)) {
		if path == "unsafe" || strings.HasPrefix(path, "vendor/") || strings.Contains("/"+path+"/", "/internal/") {
			continue
		}
		found, err := sources.Import(path)
		if err != nil {
			log.Fatal(path, ": ", err)
		}
		written, err := json.Marshal(read(found))
		if err != nil {
			log.Fatal(path, ": ", err)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", path, found.Name(), written)
	}
}

func read(from *types.Package) contents {
	found := contents{list{}, list{}, list{}}
	for _, name := range from.Scope().Names() {
		object := from.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		switch object := object.(type) {
		case *types.TypeName:
			found.Types = append(found.Types, declaration(object))
		case *types.Func:
			signature := object.Type().(*types.Signature)
			found.Functions = append(found.Functions, list{name, parameters(signature.TypeParams()), write(signature)})
		case *types.Var, *types.Const:
			found.Variables = append(found.Variables, list{name, write(object.Type())})
		}
	}
	return found
}

func declaration(object *types.TypeName) list {
	if object.IsAlias() {
		alias, ok := object.Type().(*types.Alias)
		if !ok {
			return list{object.Name(), true, list{}, write(object.Type()), list{}}
		}
		return list{object.Name(), true, parameters(alias.TypeParams()), write(alias.Rhs()), list{}}
	}
	named := object.Type().(*types.Named)
	return list{object.Name(), false, parameters(named.TypeParams()), write(named.Underlying()), methods(named)}
}

// methods are those of a pointer to the type, which has all of them; an interface carries its own.
func methods(named *types.Named) list {
	found := list{}
	if types.IsInterface(named) {
		return found
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		method, ok := set.At(i).Obj().(*types.Func)
		if !ok || !method.Exported() {
			continue
		}
		signature := set.At(i).Type().(*types.Signature)
		found = append(found, list{method.Name(), names(named.TypeParams()), write(signature)})
	}
	return found
}

func names(of *types.TypeParamList) list {
	found := list{}
	for i := range of.Len() {
		found = append(found, of.At(i).Obj().Name())
	}
	return found
}

func parameters(of *types.TypeParamList) list {
	found := list{}
	for i := range of.Len() {
		found = append(found, list{of.At(i).Obj().Name(), write(of.At(i).Constraint())})
	}
	return found
}

func write(of types.Type) any {
	switch of := of.(type) {
	case *types.Basic:
		return types.Default(of).(*types.Basic).Name()
	case *types.Named:
		return instance(of.Obj(), of.TypeArgs())
	case *types.Alias:
		return instance(of.Obj(), of.TypeArgs())
	case *types.TypeParam:
		return of.Obj().Name()
	case *types.Pointer:
		return list{"*", write(of.Elem())}
	case *types.Slice:
		return list{"[]", write(of.Elem())}
	case *types.Array:
		return list{"[n]", write(of.Elem()), fmt.Sprint(of.Len())}
	case *types.Map:
		return list{"map", write(of.Key()), write(of.Elem())}
	case *types.Chan:
		return list{"chan", write(of.Elem())}
	case *types.Signature:
		return list{"func", tuple(of.Params()), tuple(of.Results()), of.Variadic()}
	case *types.Struct:
		return structure(of)
	case *types.Interface:
		return abstract(of)
	case *types.Union:
		return union(of)
	}
	return ""
}

func instance(object *types.TypeName, arguments *types.TypeList) any {
	name := object.Name()
	if object.Pkg() != nil {
		name = object.Pkg().Path() + "." + name
	}
	if arguments.Len() == 0 {
		return name
	}
	written := list{}
	for i := range arguments.Len() {
		written = append(written, write(arguments.At(i)))
	}
	return list{"<>", name, written}
}

func tuple(of *types.Tuple) list {
	found := list{}
	for i := range of.Len() {
		found = append(found, write(of.At(i).Type()))
	}
	return found
}

func structure(of *types.Struct) any {
	fields := list{}
	for i := range of.NumFields() {
		if field := of.Field(i); field.Exported() {
			fields = append(fields, list{field.Name(), write(field.Type()), field.Embedded()})
		}
	}
	return list{"struct", fields}
}

// abstract keeps methods in lower case too: nobody else can have them.
func abstract(of *types.Interface) any {
	found, embedded := list{}, list{}
	for i := range of.NumMethods() {
		method := of.Method(i)
		found = append(found, list{method.Name(), write(method.Type()), ""})
	}
	for i := range of.NumEmbeddeds() {
		if !types.IsInterface(of.EmbeddedType(i)) {
			embedded = append(embedded, write(of.EmbeddedType(i)))
		}
	}
	return list{"interface", found, embedded}
}

func union(of *types.Union) any {
	found := list{}
	for i := range of.Len() {
		found = append(found, write(of.Term(i).Type()))
	}
	if len(found) == 1 {
		return found[0]
	}
	return list{"|", found}
}
