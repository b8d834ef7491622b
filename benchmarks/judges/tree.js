// Print the nodes that the TypeScript compiler finds in each file named on standard input: depth, field,
// kind, start, end. The first argument is the folder of the compiler.
"use strict";
const fs = require("fs");
const ts = require(process.argv[2]);

for (const file of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = fs.readFileSync(file, "latin1"); // a character is a byte
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const visit = (node, depth) => {
    ts.forEachChild(node, (child) => {
      if (child.kind === ts.SyntaxKind.EndOfFileToken) return;
      const field = node.elseStatement === child ? "else" : "";
      found.push([depth, field, ts.SyntaxKind[child.kind], child.getStart(source), child.end]);
      visit(child, depth + 1);
    });
  };
  visit(source, 1);
  console.log(JSON.stringify(source.parseDiagnostics.length ? null : found));
}
