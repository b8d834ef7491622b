// Print the functions, methods and types that the TypeScript compiler finds in each file named on
// standard input, by their names alone. The first argument is the folder of the compiler.
"use strict";
const fs = require("fs");
const ts = require(process.argv[2]);

const DECLARED = [
  ts.isFunctionDeclaration, ts.isClassDeclaration, ts.isInterfaceDeclaration, ts.isEnumDeclaration,
  ts.isTypeAliasDeclaration, ts.isMethodDeclaration, ts.isGetAccessor, ts.isSetAccessor,
];

function isFunction(node) {
  return node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

// The whole statement of a variable or an assignment that is alone in it.
function statementOf(node) {
  const list = node.parent;
  if (ts.isExpressionStatement(list)) return list;
  const alone = ts.isVariableDeclarationList(list) && list.declarations.length === 1;
  return alone && ts.isVariableStatement(list.parent) ? list.parent : node;
}

// The name node of a definition and the node that spans it.
function definition(node) {
  if (DECLARED.some((is) => is(node))) return [node.name, node];
  if (ts.isConstructorDeclaration(node)) return ["constructor", node];
  if (ts.isMethodSignature(node) && ts.isInterfaceDeclaration(node.parent)) return [node.name, node];
  if (ts.isVariableDeclaration(node) && isFunction(node.initializer)) return [node.name, statementOf(node)];
  if (ts.isPropertyAssignment(node) && isFunction(node.initializer)) return [node.name, node];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isFunction(node.right)) {
    if (ts.isIdentifier(node.left)) return [node.left, statementOf(node)];
    if (ts.isPropertyAccessExpression(node.left)) return [node.left.name, statementOf(node)];
  }
  return null;
}

for (const file of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = fs.readFileSync(file, "utf8");
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const at = (offset) => Buffer.byteLength(text.slice(0, offset), "utf8");
  const found = [];
  const visit = (node) => {
    const [name, whole] = definition(node) || [];
    if (whole) {
      const text = !name ? "default" : typeof name === "string" ? name : name.getText(source);
      found.push([[text.replace(/^['"]|['"]$/g, "")], at(whole.getStart(source)), at(whole.end)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  console.log(JSON.stringify(source.parseDiagnostics.length ? null : found));
}
