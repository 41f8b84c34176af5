import ts from 'typescript';
import type { Problem } from '../../src/sources/problem.ts';

/**
 * Calls that make a generator and then drop it. Such a call runs nothing, silently, and the compiler does not mind. A generator must be
 * run with `yield*`, handed on as an argument, returned, stored, or iterated.
 */
export function droppedGenerators(program: ts.Program, wanted: (file: string) => boolean): Problem[] {
  const checker = program.getTypeChecker();
  const problems: Problem[] = [];
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || !wanted(file.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && makesGenerator(checker, node)) {
        const wrong = misuse(checker, node);
        if (wrong) {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
          const call = node.getText(file).split('\n')[0] ?? '';
          problems.push({ path: file.fileName, line: line + 1, says: says(call, wrong) });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return problems;
}

function says(call: string, wrong: string): string {
  return `${call} makes a generator that ${wrong}, so it never runs: write \`yield* ${call}\`, or \`sim.go(name, ${call})\` for a process of its own.`;
}

function makesGenerator(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const type = checker.getTypeAtLocation(call);
  return (type.isUnion() ? type.types : [type]).some((each) => each.symbol?.name === 'Generator');
}

/** What is wrong with the place where the call stands, if anything. */
function misuse(checker: ts.TypeChecker, call: ts.Expression): string | undefined {
  const parent = call.parent;
  if (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent)
  ) {
    return misuse(checker, parent);
  }
  if (ts.isConditionalExpression(parent))
    return parent.condition === call ? 'is asked for its truth' : misuse(checker, parent);
  if (ts.isBinaryExpression(parent)) return inBinary(checker, call, parent);
  if (ts.isYieldExpression(parent)) return parent.asteriskToken ? undefined : 'is yielded as a value';
  if (ts.isExpressionStatement(parent)) return 'nobody takes';
  if (ts.isVariableDeclaration(parent)) {
    return ts.isIdentifier(parent.name) ? undefined : 'is taken apart';
  }
  if (ts.isArrowFunction(parent))
    return givesVoid(checker, parent) ? 'is returned to a caller that wants nothing' : undefined;
  const kept =
    ts.isReturnStatement(parent) ||
    ts.isForOfStatement(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isPropertyAccessExpression(parent) ||
    (ts.isCallExpression(parent) && parent.expression !== call) ||
    ts.isNewExpression(parent);
  return kept ? undefined : 'is used as if it were its result';
}

function inBinary(
  checker: ts.TypeChecker,
  call: ts.Expression,
  parent: ts.BinaryExpression,
): string | undefined {
  const operator = parent.operatorToken.kind;
  if (operator === ts.SyntaxKind.EqualsToken) {
    return ts.isArrayLiteralExpression(parent.left) || ts.isObjectLiteralExpression(parent.left)
      ? 'is taken apart'
      : undefined;
  }
  const passesOn =
    operator === ts.SyntaxKind.QuestionQuestionToken ||
    operator === ts.SyntaxKind.BarBarToken ||
    operator === ts.SyntaxKind.AmpersandAmpersandToken ||
    operator === ts.SyntaxKind.CommaToken;
  return passesOn && parent.right === call ? misuse(checker, parent) : 'is used as if it were its result';
}

function givesVoid(checker: ts.TypeChecker, arrow: ts.ArrowFunction): boolean {
  const expected = checker.getContextualType(arrow)?.getCallSignatures() ?? [];
  return (
    expected.length > 0 &&
    expected.every((signature) => (signature.getReturnType().flags & ts.TypeFlags.Void) !== 0)
  );
}
