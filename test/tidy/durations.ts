import ts from 'typescript';
import type { Problem } from '../../src/sources/problem.ts';

const duration = /(?:^|[a-z])(?:timeout|delay|period|duration|interval|ttl|latency|lifetime)$|[a-z]Backoff$/i;

/** Configuration has the names that it has in files and flags of upstream. */
const isConfiguration = (file: string): boolean => /\/config\/(?:.*\/)?types(_\w+)?\.ts$/.test(file);

/** Fields, parameters and constants that are durations by their name and numbers by their type, and do not say in which unit. */
export function withoutUnit(program: ts.Program, wanted: (file: string) => boolean): Problem[] {
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((file) => {
    if (file.isDeclarationFile || !wanted(file.fileName) || isConfiguration(file.fileName)) return [];
    const problems: Problem[] = [];
    const visit = (node: ts.Node): void => {
      const name = nameOf(node);
      if (name && duration.test(name.text.replace(/^#/, '')) && isNumber(checker.getTypeAtLocation(name))) {
        const { line } = file.getLineAndCharacterOfPosition(name.getStart(file));
        const says = `${name.text} is a duration: write ${name.text}Ms, or what its unit is.`;
        problems.push({ path: file.fileName, line: line + 1, says });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return problems;
  });
}

/** What a declaration calls its value; undefined where it takes the name from elsewhere. */
function nameOf(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isGetAccessor(node) ||
    (ts.isBindingElement(node) && (node.propertyName || ts.isArrayBindingPattern(node.parent)));
  if (!declares) return undefined;
  const { name } = node as ts.NamedDeclaration;
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined;
}

function isNumber(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  const { NumberLike, Undefined, Null } = ts.TypeFlags;
  return (
    parts.some(({ flags }) => (flags & NumberLike) !== 0) &&
    parts.every(({ flags }) => (flags & (NumberLike | Undefined | Null)) !== 0)
  );
}
