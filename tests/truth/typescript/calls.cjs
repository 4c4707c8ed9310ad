// Call sites and what can be called, of the files named on standard input (one path a line), by the
// compiler's own parser. Out, a JSON line a file: {path, sites: [[line, column, form]], callables:
// [[line, column, name]], classes: [[line, column, constructor place or null, render place or null]]}.
// A place is that of the name. Lines are 0-based; columns count UTF-16 units, as in a SCIP index.
// A call of something without a name (`(a || b)(x)`) has the form `nameless`.
// Usage: node calls.cjs FOLDER_OF_TYPESCRIPT ROOT < paths
const path = require("path");
const fs = require("fs");
const ts = require(path.join(process.argv[2], "typescript"));
const root = process.argv[3];

const WRAPPERS = new Set(["memo", "forwardRef", "observer", "useCallback", "useEvent", "cache"]);

/** A value without parentheses and claims about its type. */
function core(node) {
  while (
    node &&
    (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) ||
      (ts.isSatisfiesExpression && ts.isSatisfiesExpression(node)))
  )
    node = node.expression;
  return node;
}

/** A function, also inside the well-known wrappers of React that give it back. */
function isFunction(node) {
  node = core(node);
  if (!node) return false;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true;
  if (!ts.isCallExpression(node) || !node.arguments.length) return false;
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  return ts.isIdentifier(name) && WRAPPERS.has(name.text) && isFunction(node.arguments[0]);
}

/** The name that is called: the last part of a dotted callee. */
function calledName(node) {
  node = core(node);
  if (ts.isPropertyAccessExpression(node)) return node.name;
  return ts.isIdentifier(node) || node.kind === ts.SyntaxKind.SuperKeyword ? node : undefined;
}

function isComponent(tag) {
  return ts.isPropertyAccessExpression(tag) || (ts.isIdentifier(tag) && !/^[a-z]/.test(tag.text));
}

function read(file) {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = { path: file, sites: [], callables: [], classes: [] };
  const place = (node) => {
    const at = source.getLineAndCharacterOfPosition(node.getStart(source));
    return [at.line, at.character];
  };
  const site = (callee, form) => {
    const name = calledName(callee);
    found.sites.push(name ? [...place(name), form] : [...place(core(callee)), "nameless"]);
  };
  const callable = (name) => {
    if (name) found.callables.push([...place(name), name.text === undefined ? name.getText(source) : name.text]);
  };
  const visit = (node) => {
    if (ts.isCallExpression(node)) site(node.expression, "call");
    else if (ts.isNewExpression(node)) site(node.expression, "new");
    else if (ts.isTaggedTemplateExpression(node)) site(node.tag, "call");
    else if (ts.isDecorator(node) && !ts.isCallExpression(node.expression)) site(node.expression, "call");
    else if ((ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) && isComponent(node.tagName))
      site(node.tagName, "jsx");
    if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) callable(node.name);
    else if (ts.isConstructorDeclaration(node)) {
      const word = node.getChildren(source).find((child) => child.kind === ts.SyntaxKind.ConstructorKeyword);
      found.callables.push([...place(word), "constructor"]);
    } else if (
      (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) &&
      isFunction(node.initializer)
    )
      callable(node.name);
    else if (ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) && isFunction(node.right))
      callable(node.left.name);
    if (ts.isClassLike(node) && node.name) {
      const made = node.members.find(ts.isConstructorDeclaration);
      const word = made && made.getChildren(source).find((c) => c.kind === ts.SyntaxKind.ConstructorKeyword);
      const render = node.members.find((m) => ts.isMethodDeclaration(m) && m.name.getText(source) === "render");
      found.classes.push([...place(node.name), word ? place(word) : null, render ? place(render.name) : null]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

for (const file of fs.readFileSync(0, "utf8").split("\n").filter(Boolean))
  process.stdout.write(JSON.stringify(read(file)) + "\n");
