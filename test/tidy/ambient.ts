import ts from 'typescript';
import type { Problem, SourceFile } from '../../src/sources/problem.ts';

const instead: Readonly<Record<string, string>> = {
  'Date.now': '`sim.now()`',
  'Math.random': 'a `Random` of the Sim',
  setTimeout: '`yield* sim.sleep(ms)` or a timer of the Sim',
  setInterval: 'a loop with `yield* sim.sleep(ms)`',
  queueMicrotask: '`sim.go(name, process)`',
  Promise: 'a `Blocking` function and `yield*`',
  Intl: 'plain comparison of strings',
  crypto: 'a `Random` of the Sim',
  performance: '`sim.now()`',
};

/** Uses of the host's clock, chance and tasks, which would make two runs of one seed differ. */
export function ambient({ path, text }: SourceFile): Problem[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const problems: Problem[] = [];
  const found = (node: ts.Node, what: string, write: string): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    problems.push({ path, line, says: `uses ${what}: write ${write} instead.` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const name = node.getText(tree);
      if (Object.hasOwn(instead, name)) found(node, name, instead[name]!);
      if (node.name.text === 'localeCompare') found(node, 'localeCompare', '`<` and `>`');
    } else if (
      ts.isNewExpression(node) &&
      node.expression.getText(tree) === 'Date' &&
      !node.arguments?.length
    ) {
      found(node, 'new Date() without a time', '`new Date(sim.now())`');
    } else if (ts.isIdentifier(node) && Object.hasOwn(instead, node.text) && isName(node)) {
      found(node, node.text, instead[node.text]!);
    } else if (node.kind === ts.SyntaxKind.AsyncKeyword || ts.isAwaitExpression(node)) {
      found(node, ts.isAwaitExpression(node) ? 'await' : 'async', '`*name(): Blocking<T>` and `yield*`');
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return problems;
}

/** A name that is looked up, not one that is declared or a property of something. */
function isName({ parent }: ts.Identifier): boolean {
  return !(
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isParameter(parent)
  );
}
