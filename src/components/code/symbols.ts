/** Runs when the site is built, never in a browser: finds the functions of a file and what each mirrors. */
import ts from 'typescript';
import type { CodeSymbol } from './source.ts';

/** Functions, methods, classes, types and variables of a source file, in order, each with what its marks say. */
export function symbolsOf(file: string, source: string): CodeSymbol[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const symbols: CodeSymbol[] = [];
  const add = (node: ts.Node, name: string, kind: CodeSymbol['kind']): void => {
    const from = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    const to = tree.getLineAndCharacterOfPosition(node.end).line + 1;
    const mirrors = saidBefore(source, node, 'Mirrors');
    const partOf = saidBefore(source, node, 'Part of');
    const inGo = saidBefore(source, node, 'In Go');
    symbols.push({
      name,
      kind,
      from,
      to,
      ...(mirrors && { mirrors }),
      ...(partOf && { partOf }),
      ...(inGo && { inGo }),
    });
  };
  for (const statement of tree.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name && statement.body) {
      add(statement, statement.name.text, 'function');
    } else if (ts.isClassDeclaration(statement) && statement.name) {
      const className = statement.name.text;
      add(statement, className, 'class');
      for (const member of statement.members) {
        if (ts.isConstructorDeclaration(member) && member.body)
          add(member, `${className}.constructor`, 'function');
        else if (isMethod(member) && member.body)
          add(member, `${className}.${member.name.getText(tree)}`, 'function');
      }
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        const isFunction =
          initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
        if (ts.isIdentifier(name)) add(statement, name.text, isFunction ? 'function' : 'other');
      }
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      add(statement, statement.name.text, 'other');
    }
  }
  return symbols;
}

function isMethod(member: ts.ClassElement): member is ts.MethodDeclaration | ts.AccessorDeclaration {
  return ts.isMethodDeclaration(member) || ts.isAccessor(member);
}

/** `path#Symbol` of the last line in the comments right before a node that begins with these words: `Mirrors: `. */
function saidBefore(source: string, node: ts.Node, words: string): string | undefined {
  const comments = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
  const text = comments.map(({ pos, end }) => source.slice(pos, end)).join('\n');
  return [...text.matchAll(new RegExp(`${words}:\\s*(\\S+#\\S+)`, 'g'))].at(-1)?.[1];
}
