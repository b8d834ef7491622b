// Print the nodes that go/parser finds in each file named on standard input: depth, field, kind, start, end.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

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
		found := [][5]any{}
		above := []ast.Node{}
		ast.Inspect(file, func(node ast.Node) bool {
			if node == nil {
				above = above[:len(above)-1]
				return true
			}
			if len(above) > 0 {
				field := ""
				if parent, is := above[len(above)-1].(*ast.IfStmt); is && ast.Node(parent.Else) == node {
					field = "else"
				}
				from, to := files.PositionFor(node.Pos(), false).Offset, files.PositionFor(node.End(), false).Offset
				found = append(found, [5]any{len(above), field, fmt.Sprintf("%T", node)[5:], from, to})
			}
			above = append(above, node)
			return true
		})
		out.Encode(found)
	}
}
