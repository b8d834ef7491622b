// Print the functions, methods and types that go/parser finds in each file named on standard input.
// A type that is declared alone starts at its keyword.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

type walker struct {
	path  []string
	first token.Pos // the keyword of a declaration without parentheses
	files *token.FileSet
	found *[][3]any
}

func (w walker) add(start, end token.Pos, names ...string) walker {
	w.path = append(append([]string{}, w.path...), names...)
	from, to := w.files.PositionFor(start, false).Offset, w.files.PositionFor(end, false).Offset
	*w.found = append(*w.found, [3]any{w.path, from, to})
	return w
}

func receiver(node ast.Expr) string {
	switch node := node.(type) {
	case *ast.StarExpr:
		return receiver(node.X)
	case *ast.ParenExpr:
		return receiver(node.X)
	case *ast.IndexExpr:
		return receiver(node.X)
	case *ast.IndexListExpr:
		return receiver(node.X)
	case *ast.Ident:
		return node.Name
	}
	return ""
}

func (w walker) Visit(node ast.Node) ast.Visitor {
	switch node := node.(type) {
	case *ast.FuncDecl:
		names := []string{node.Name.Name}
		if node.Recv != nil && len(node.Recv.List) > 0 {
			names = []string{receiver(node.Recv.List[0].Type), node.Name.Name}
		}
		return w.add(node.Pos(), node.End(), names...)
	case *ast.GenDecl:
		w.first = token.NoPos
		if !node.Lparen.IsValid() {
			w.first = node.Pos()
		}
	case *ast.TypeSpec:
		start := node.Pos()
		if w.first.IsValid() {
			start = w.first
		}
		return w.add(start, node.End(), node.Name.Name)
	}
	return w
}

func main() {
	out := json.NewEncoder(os.Stdout)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		files := token.NewFileSet()
		file, problem := parser.ParseFile(files, lines.Text(), nil, parser.SkipObjectResolution)
		if problem != nil {
			out.Encode(nil)
			continue
		}
		found := [][3]any{}
		ast.Walk(walker{files: files, found: &found}, file)
		out.Encode(found)
	}
}
