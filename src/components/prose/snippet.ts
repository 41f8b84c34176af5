import ts from 'typescript';

/** A declaration of ours, cut out of its file. */
export interface Excerpt {
  /** Lines of the file, from 1, both included, without its doc comment. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Name of the class that a method belongs to. */
  readonly owner: string | undefined;
}

/**
 * Finds the one declaration called `symbol` in `source`: a function, class, interface, type, variable, or a method as `name` or `Class.name`.
 * A name alone is that of the declaration outside a class, if there is one.
 * Throws when there is none, or more than one, with what is there instead.
 */
export function excerpt(file: string, source: string, symbol: string): Excerpt {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2023, true);
  const named: { full: string; node: ts.Node }[] = [];
  const names: string[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const name = nameOf(node);
    if (name !== undefined) {
      const full = owner + name;
      names.push(full);
      if (symbol === name || symbol === full) named.push({ full, node: statementOf(node) });
    }
    if (ts.isClassDeclaration(node)) node.members.forEach((member) => visit(member, `${name ?? ''}.`));
    else if (ts.isVariableStatement(node))
      node.declarationList.declarations.forEach((each) => visit(each, ''));
  };
  tree.statements.forEach((statement) => visit(statement, ''));
  const whole = named.filter(({ full }) => full === symbol);
  const found = whole.length > 0 ? whole : named;
  const node = found[0]?.node;
  if (node === undefined) {
    throw new Error(`Snippet: "${symbol}" is not declared in ${file}. Write one of: ${names.join(', ')}.`);
  }
  if (found.length > 1) {
    const choices = found.map(({ full }) => full).join(', ');
    throw new Error(
      `Snippet: "${symbol}" is declared ${found.length} times in ${file}. Write one of: ${choices}.`,
    );
  }
  const start = node.getStart(tree);
  const { line } = tree.getLineAndCharacterOfPosition(start);
  const lastLine = tree.getLineAndCharacterOfPosition(node.end).line + 1;
  const owner = ts.isClassDeclaration(node.parent) ? nameOf(node.parent) : undefined;
  return { firstLine: line + 1, lastLine, owner };
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isVariableDeclaration(node);
  return named && node.name !== undefined ? node.name.getText() : undefined;
}

/** A variable is shown with its `export const`. */
function statementOf(node: ts.Node): ts.Node {
  return ts.isVariableDeclaration(node) ? node.parent.parent : node;
}
