import type { Function as FunctionNode, Node, Pattern, VariableDeclaration } from 'acorn';

/*
 * Which variables hold a value at a statement. Known from the text alone: a variable counts from the statement after
 * its declaration to the end of its block, so that reading it can never hit JavaScript's "temporal dead zone".
 */

/** The names that a reader sees at a place: the function's own, and those of enclosing functions that it mentions. */
export type Names = ReadonlySet<string>;

/** The names that a pattern binds, in order: `{ a, b: [c] }` binds a and c. */
export function boundNames(pattern: Pattern | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => boundNames(one.type === 'RestElement' ? one : one.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => boundNames(one));
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    default:
      return [];
  }
}

/** The names that a variable declaration binds. */
export function declaredNames(node: VariableDeclaration): string[] {
  return node.declarations.flatMap(({ id }) => boundNames(id));
}

/** The names that the statements of a block declare, functions and classes too. */
export function blockNames(statements: readonly Node[]): string[] {
  return statements.flatMap((node) => {
    if (node.type === 'VariableDeclaration') return declaredNames(node as VariableDeclaration);
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      return boundNames((node as FunctionNode).id);
    }
    return [];
  });
}

export function without(names: Names, gone: Iterable<string>): Names {
  const left = new Set(names);
  for (const name of gone) left.delete(name);
  return left;
}

export function withNames(names: Names, more: Iterable<string>): Names {
  return new Set([...names, ...more]);
}

/** Every identifier that stands anywhere in a node. */
export function mentionedNames(node: Node): Names {
  const names = new Set<string>();
  const visit = (one: Node): void => {
    if (one.type === 'Identifier') names.add((one as Node & { name: string }).name);
    for (const child of childrenOf(one)) visit(child);
  };
  visit(node);
  return names;
}

/** The nodes right below a node, in the order of the text. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) children.push(child);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Node).type === 'string' &&
    'start' in value
  );
}
