import ts from 'typescript';

/** A place in the tests that asserts a row: the test has the row's id in its title, and runs. */
export interface Assertion {
  readonly row: string;
  /** Path of the test file from the root of the project. */
  readonly path: string;
  /** Line on which the test begins, from 1. */
  readonly line: number;
  /** The whole title; what a template puts in stands as `…`. */
  readonly title: string;
}

/** What `test.skip` and its kin say: such a test may not run, or asserts that something does not hold. */
const idle = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails', 'fixme', 'fail']);

/** Ids of rows in a text: two or three capitals, a hyphen, two digits. */
export function idsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\b[A-Z]{2,3}-\d{2}\b/g)].map(([id]) => id))];
}

/** The tests of a file whose titles name rows. Comments, strings elsewhere, and tests that do not run count for nothing. */
export function assertionsIn(path: string, text: string): Assertion[] {
  if (idsIn(text).length === 0) return [];
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, kind);
  const found: Assertion[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { name, says } = calleeOf(node.expression);
      if (/^(test|it|describe)$/.test(name) && (says.some((word) => idle.has(word)) || isOff(node))) return;
      if (/^(test|it)$/.test(name) && hasBody(node)) {
        const title = textOf(node.arguments[0]);
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        for (const row of idsIn(title)) found.push({ row, path, line, title });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Of `test.concurrent.each(…)` the name `test`, and what is said after it. */
function calleeOf(node: ts.Expression): { name: string; says: string[] } {
  if (ts.isIdentifier(node)) return { name: node.text, says: [] };
  if (ts.isPropertyAccessExpression(node)) {
    const { name, says } = calleeOf(node.expression);
    return { name, says: [...says, node.name.text] };
  }
  if (ts.isCallExpression(node)) return calleeOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return calleeOf(node.tag);
  return { name: '', says: [] };
}

/** Whether the options of a test, `{ skip: true }`, turn it off. */
function isOff({ arguments: given }: ts.CallExpression): boolean {
  return given.some(
    (argument) =>
      ts.isObjectLiteralExpression(argument) &&
      argument.properties.some(
        (property) =>
          ts.isPropertyAssignment(property) &&
          ts.isIdentifier(property.name) &&
          idle.has(property.name.text) &&
          property.initializer.kind !== ts.SyntaxKind.FalseKeyword,
      ),
  );
}

/** A title with nothing to run is a plan, not a test; so is an empty function. */
function hasBody({ arguments: given }: ts.CallExpression): boolean {
  return given.slice(1).some((argument) => {
    if (ts.isArrowFunction(argument) || ts.isFunctionExpression(argument)) {
      return !ts.isBlock(argument.body) || argument.body.statements.length > 0;
    }
    return ts.isIdentifier(argument) || ts.isCallExpression(argument);
  });
}

function textOf(node: ts.Node | undefined): string {
  if (node === undefined) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}
