// Print, one JSON line a file named on standard input, the definitions that go/parser sees.
//
// A row is [kind, path, start, end, whole]: offsets in bytes; whole is false where a statement
// names several things, and start and end are then the statement's. An ungrouped declaration
// starts at its keyword. Local variables, constants and
// methods of unnamed interfaces in functions are left out.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

type row [5]any

type judged struct {
	File   string `json:"file"`
	Errors bool   `json:"errors"`
	Found  []row  `json:"found"`
}

type walker struct {
	path  []string
	local bool
	first token.Pos
	into  *judged
	files *token.FileSet
}

func (w walker) add(kind string, name string, start, end token.Pos, whole bool) walker {
	path := append(append([]string{}, w.path...), name)
	from, to := w.files.PositionFor(start, false).Offset, w.files.PositionFor(end, false).Offset
	w.into.Found = append(w.into.Found, row{kind, path, from, to, whole})
	w.path, w.first = path, token.NoPos
	return w
}

func (w walker) values(spec *ast.ValueSpec, kind string) {
	start := spec.Pos()
	if w.first.IsValid() {
		start = w.first
	}
	for _, name := range spec.Names {
		if !w.local {
			w.add(kind, name.Name, start, spec.End(), len(spec.Names) == 1)
		}
	}
}

func (w walker) fields(list *ast.FieldList, named string) {
	for _, field := range list.List {
		inner := w
		for _, name := range field.Names {
			end := field.End()
			if field.Tag == nil {
				end = field.Type.End()
			}
			inner = w.add(named, name.Name, field.Pos(), end, len(field.Names) == 1)
		}
		ast.Walk(inner, field.Type)
	}
}

func receiver(list *ast.FieldList) string {
	expression := list.List[0].Type
	for {
		switch node := expression.(type) {
		case *ast.StarExpr:
			expression = node.X
		case *ast.ParenExpr:
			expression = node.X
		case *ast.IndexExpr:
			expression = node.X
		case *ast.IndexListExpr:
			expression = node.X
		case *ast.Ident:
			return node.Name
		default:
			return ""
		}
	}
}

func (w walker) Visit(node ast.Node) ast.Visitor {
	switch node := node.(type) {
	case *ast.FuncDecl:
		kind, inner := "function", w
		if node.Body == nil {
			kind = "declaration"
		}
		if node.Recv != nil && len(node.Recv.List) > 0 {
			if kind == "function" {
				kind = "method"
			}
			inner.path = append(append([]string{}, w.path...), receiver(node.Recv))
		}
		inner = inner.add(kind, node.Name.Name, node.Pos(), node.End(), true)
		inner.local = true
		ast.Walk(inner, node.Type)
		if node.Body != nil {
			ast.Walk(inner, node.Body)
		}
		return nil
	case *ast.FuncLit:
		w.local = true
		return w
	case *ast.GenDecl:
		w.first = token.NoPos
		if !node.Lparen.IsValid() {
			w.first = node.Pos()
		}
		for _, spec := range node.Specs {
			if value, ok := spec.(*ast.ValueSpec); ok {
				kind := "variable"
				if node.Tok == token.CONST {
					kind = "constant"
				}
				w.values(value, kind)
				inner := w
				inner.first = token.NoPos
				for _, child := range value.Values {
					ast.Walk(inner, child)
				}
				if value.Type != nil {
					ast.Walk(inner, value.Type)
				}
			} else {
				ast.Walk(w, spec)
			}
		}
		return nil
	case *ast.TypeSpec:
		kind, start := "type", node.Pos()
		switch node.Type.(type) {
		case *ast.StructType:
			kind = "struct"
		case *ast.InterfaceType:
			kind = "interface"
		}
		if w.first.IsValid() {
			start = w.first
		}
		inner := w.add(kind, node.Name.Name, start, node.End(), true)
		inner.local = false
		ast.Walk(inner, node.Type)
		return nil
	case *ast.StructType:
		w.fields(node.Fields, "field")
		return nil
	case *ast.InterfaceType:
		if !w.local {
			w.fields(node.Methods, "declaration")
		}
		return nil
	}
	return w
}

func main() {
	out := json.NewEncoder(os.Stdout)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		files := token.NewFileSet()
		result := judged{File: lines.Text(), Found: []row{}}
		file, problem := parser.ParseFile(files, result.File, nil, parser.SkipObjectResolution)
		result.Errors = problem != nil
		if problem == nil {
			ast.Walk(walker{into: &result, files: files}, file)
		}
		out.Encode(result)
	}
}
