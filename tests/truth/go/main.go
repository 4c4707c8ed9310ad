// Command truth writes which function each call site of a repository means, as scip-go says.
//
// In: the folder of a checkout and the index scip-go made of it. The places of calls, and of functions
// that are named without being called, come from a walk of our own with go/ast; what they mean is read
// from the index at just these places. Out: JSON with, for each place that means a function or method of
// this repository, the line and the line of its definition.
//
// Lines are 1-based, columns 0-based in bytes. Calls of variables, conversions, builtins and functions of
// other repositories are not in the answer.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"
)

// Reference is one place that means a function of the repository.
type Reference struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	Called     bool   `json:"called"`
	TargetPath string `json:"target_path"`
	TargetLine int    `json:"target_line"`
	Symbol     string `json:"symbol"`
}

// Answer is everything the index says.
type Answer struct {
	Files      []string    `json:"files"`
	References []Reference `json:"references"`
}

// place is 0-based, as the index counts.
type place struct{ line, column int }

type definition struct {
	path string
	line int
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: truth FOLDER INDEX.scip")
	}
	answer, err := read(os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		log.Fatal(err)
	}
}

func read(folder, file string) (*Answer, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var index scip.Index
	if err := proto.Unmarshal(data, &index); err != nil {
		return nil, err
	}
	trees, err := parse(folder, &index)
	if err != nil {
		return nil, err
	}
	definitions := map[string]definition{}
	for _, document := range index.Documents {
		declared := trees[document.RelativePath].declared()
		for _, occurrence := range document.Occurrences {
			at, ok := placeOf(occurrence)
			if ok && isDefinition(occurrence) && declared[at] && !isLocal(occurrence.Symbol) {
				definitions[occurrence.Symbol] = definition{document.RelativePath, at.line + 1}
			}
		}
	}
	answer := &Answer{}
	for _, document := range index.Documents {
		if tree := trees[document.RelativePath]; tree != nil {
			answer.Files = append(answer.Files, document.RelativePath)
			answer.References = append(answer.References, tree.references(document, definitions)...)
		}
	}
	return answer, nil
}

func isDefinition(occurrence *scip.Occurrence) bool {
	return occurrence.SymbolRoles&int32(scip.SymbolRole_Definition) != 0
}

// isLocal tells the symbols that mean something in their own file only: methods of unnamed interfaces.
func isLocal(symbol string) bool {
	return strings.HasPrefix(symbol, "local ")
}

func placeOf(occurrence *scip.Occurrence) (place, bool) {
	at, ok := occurrence.SourceRange()
	return place{int(at.Start.Line), int(at.Start.Character)}, ok
}

// source is a file as go/ast reads it; a missing one has nothing in it.
type source struct {
	files *token.FileSet
	tree  *ast.File
}

func parse(folder string, index *scip.Index) (map[string]*source, error) {
	found := map[string]*source{}
	for _, document := range index.Documents {
		if !strings.HasSuffix(document.RelativePath, ".go") {
			continue
		}
		files := token.NewFileSet()
		path := filepath.Join(folder, document.RelativePath)
		tree, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		found[document.RelativePath] = &source{files, tree}
	}
	return found, nil
}

func (s *source) place(name *ast.Ident) place {
	at := s.files.Position(name.Pos())
	return place{at.Line - 1, at.Column - 1}
}

// declared are the places of the names of functions, methods and methods of interfaces.
func (s *source) declared() map[place]bool {
	found := map[place]bool{}
	if s == nil {
		return found
	}
	ast.Inspect(s.tree, func(node ast.Node) bool {
		switch form := node.(type) {
		case *ast.FuncDecl:
			found[s.place(form.Name)] = true
		case *ast.InterfaceType:
			for _, method := range form.Methods.List {
				for _, name := range method.Names {
					found[s.place(name)] = true
				}
			}
		}
		return true
	})
	return found
}

func (s *source) references(document *scip.Document, definitions map[string]definition) []Reference {
	symbols := map[place]string{}
	for _, occurrence := range document.Occurrences {
		if at, ok := placeOf(occurrence); ok && !isDefinition(occurrence) {
			symbols[at] = occurrence.Symbol
		}
	}
	called := callees(s.tree)
	var found []Reference
	ast.Inspect(s.tree, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		at := s.place(name)
		symbol := symbols[at]
		if target, ok := definitions[symbol]; ok {
			path := document.RelativePath
			found = append(found, Reference{path, at.line + 1, at.column, called[name], target.path, target.line, symbol})
		}
		return true
	})
	return found
}

// callees are the names that stand where something is called, type arguments and parentheses aside.
func callees(tree *ast.File) map[*ast.Ident]bool {
	found := map[*ast.Ident]bool{}
	ast.Inspect(tree, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			if name := nameOf(call.Fun); name != nil {
				found[name] = true
			}
		}
		return true
	})
	return found
}

func nameOf(callee ast.Expr) *ast.Ident {
	switch form := callee.(type) {
	case *ast.Ident:
		return form
	case *ast.SelectorExpr:
		return form.Sel
	case *ast.ParenExpr:
		return nameOf(form.X)
	case *ast.IndexExpr:
		return nameOf(form.X)
	case *ast.IndexListExpr:
		return nameOf(form.X)
	}
	return nil
}
