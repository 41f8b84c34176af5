import type { SyntaxNode } from '@lezer/common';
import { type TextCode, argumentsOf } from './text-code.ts';

export const contains = (outer: SyntaxNode, inner: SyntaxNode): boolean =>
  outer.from <= inner.from && inner.to <= outer.to;

/** Expressions of whose class the text asks, by their text: `x instanceof A`, `isA(x)`. */
export function checksIn(code: TextCode): ReadonlyMap<string, readonly SyntaxNode[]> {
  const checks = new Map<string, SyntaxNode[]>();
  const add = (of: SyntaxNode | null | undefined, node: SyntaxNode): void => {
    if (of && /^(VariableName|MemberExpression)$/.test(of.name))
      checks.set(code.of(of), [...(checks.get(code.of(of)) ?? []), node]);
  };
  code.root.cursor().iterate(({ node }) => {
    if (node.name === 'BinaryExpression' && node.getChild('instanceof')) add(node.firstChild, node);
    if (node.name === 'CallExpression') for (const one of argumentsOf(node)) add(one, node);
  });
  return checks;
}
