// Print, one JSON object a line, the named definitions of each file named on stdin, as the
// TypeScript compiler sees them: {file, errors, found: [[category, name, start, end], ...], everything: [...]}.
// Offsets are bytes of UTF-8. Needs `typescript` in NODE_PATH.
"use strict";
const fs = require("fs");
const ts = require("typescript");

function isFunction(node) {
  return node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

function nameOf(node) {
  if (!node) return null;
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node.text;
  return null;
}

function memberName(node, source) {
  const name = node.name;
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (!name) return null;
  if (ts.isStringLiteral(name) || ts.isNumericLiteral(name)) return name.getText(source).replace(/^['"]|['"]$/g, "");
  return name.getText(source).replace(/\s+/g, " ");
}

// The whole statement where the definition is all that it holds.
function whole(node) {
  if (ts.isVariableDeclaration(node)) {
    const list = node.parent;
    const alone = ts.isVariableDeclarationList(list) && list.declarations.length === 1;
    return alone && ts.isVariableStatement(list.parent) ? list.parent : node;
  }
  if (ts.isBinaryExpression(node) && ts.isExpressionStatement(node.parent)) return node.parent;
  return node;
}

function described(node, source) {
  if (ts.isFunctionDeclaration(node)) return ["function", nameOf(node.name) || "default", node];
  if (ts.isClassDeclaration(node)) return ["class", nameOf(node.name) || "default", node];
  if (ts.isInterfaceDeclaration(node)) return ["interface", nameOf(node.name), node];
  if (ts.isEnumDeclaration(node)) return ["enum", nameOf(node.name), node];
  if (ts.isTypeAliasDeclaration(node)) return ["type", nameOf(node.name), node];
  if (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) return ["method", memberName(node, source), node];
  if (ts.isGetAccessor(node) || ts.isSetAccessor(node)) return ["accessor", memberName(node, source), node];
  if (ts.isMethodSignature(node) && ts.isInterfaceDeclaration(node.parent)) return ["signature", memberName(node, source), node];
  if (ts.isPropertyDeclaration(node)) return ["field", memberName(node, source), node];
  if (ts.isVariableDeclaration(node) && isFunction(node.initializer)) return ["variable function", nameOf(node.name), whole(node)];
  if (ts.isPropertyAssignment(node) && isFunction(node.initializer)) return ["pair function", memberName(node, source), node];
  if (
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isFunction(node.right) &&
    (ts.isIdentifier(node.left) || ts.isPropertyAccessExpression(node.left))
  ) {
    return ["assigned function", ts.isIdentifier(node.left) ? node.left.text : node.left.name.text, whole(node)];
  }
  return null;
}

function judged(file) {
  const text = fs.readFileSync(file, "utf8");
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const ascii = /^[\x00-\x7f]*$/.test(text);
  const at = (offset) => (ascii ? offset : Buffer.byteLength(text.slice(0, offset), "utf8"));
  const found = [];
  const everything = [];
  const stack = [source];
  while (stack.length) {
    const node = stack.pop();
    if (node !== source) everything.push(["", "", at(node.getStart(source)), at(node.end)]);
    const row = described(node, source);
    if (row && row[1] !== null) found.push([row[0], row[1], at(row[2].getStart(source)), at(row[2].end)]);
    ts.forEachChild(node, (child) => void stack.push(child));
  }
  return { file, errors: source.parseDiagnostics.length, found, everything };
}

for (const file of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  console.log(JSON.stringify(judged(file)));
}
