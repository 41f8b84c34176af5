import type { SyntaxNode } from '@lezer/common';
import { isExpression, items, partsOf } from './text-code.ts';
import type { TextTypes } from './text-types.ts';
import { type Type, unionOf, unknown } from './types.ts';

/** The type of a name that the text declares. `node` is the name, or a pattern that holds names. */
export function definedType(text: TextTypes, node: SyntaxNode): Type {
  const { parent } = node;
  switch (parent?.name) {
    case 'VariableDeclaration':
    case 'ParamList':
      return inList(text, node, parent);
    case 'ForOfSpec':
      return text.types.items(
        text.of(parent.lastChild?.name === ')' ? parent.lastChild.prevSibling : parent.lastChild),
      );
    case 'ForInSpec':
      return text.plain('string');
    case 'ArrayPattern':
      return inArray(text, node, parent);
    case 'PatternProperty':
      return inObject(text, node, parent);
    case 'FunctionDeclaration':
      return { kind: 'function', gives: () => text.written(parent.getChild('TypeAnnotation')) };
    default:
      return unknown;
  }
}

/** The parts of the list that belong to a name or a pattern: what is before it, and what it is said to be. */
function around(
  node: SyntaxNode,
  list: SyntaxNode,
): { readonly item: readonly SyntaxNode[]; readonly at: number } {
  const all = items(list);
  const at = all.findIndex((item) => item.some((part) => part.from === node.from));
  return { item: all[at] ?? [], at };
}

/** In a declaration of variables, or among parameters. */
function inList(text: TextTypes, node: SyntaxNode, list: SyntaxNode): Type {
  const { item, at } = around(node, list);
  const said = item.find(({ name }) => name === 'TypeAnnotation');
  const equals = item.findIndex(({ name }) => name === 'Equals');
  if (said) return text.written(said);
  const value = equals < 0 ? undefined : item.slice(equals + 1).find(isExpression);
  if (value) return widened(text, text.of(value), list);
  return list.name === 'ParamList' && list.parent ? text.callback(list.parent, at) : unknown;
}

/** A list that begins as one of some values may get others. */
function widened(text: TextTypes, type: Type, list: SyntaxNode): Type {
  if (type.kind !== 'tuple') return type;
  // `const [a, b] = [1, 2]` takes it apart at once.
  return list.getChild('ArrayPattern')
    ? type
    : text.types.language('Array', type.of.length === 0 ? unknown : unionOf(type.of));
}

function inArray(text: TextTypes, node: SyntaxNode, pattern: SyntaxNode): Type {
  const of = definedType(text, pattern);
  const { at, item } = around(node, pattern);
  const isRest = item[0]?.name === 'Spread';
  const found = text.types.parts(of).map((part) => {
    if (part.kind === 'tuple') return isRest ? tail(part.of.slice(at), text) : (part.of[at] ?? unknown);
    const items = text.types.items(part);
    return isRest ? text.types.language('Array', items) : items;
  });
  return unionOf(found);
}

const tail = (of: readonly Type[], text: TextTypes): Type => text.types.language('Array', unionOf(of));

function inObject(text: TextTypes, node: SyntaxNode, property: SyntaxNode): Type {
  const pattern = property.parent;
  if (!pattern || property.getChild('Spread')) return unknown;
  const name = property.getChild('PropertyName') ?? (partsOf(property)[0] as SyntaxNode);
  const of = definedType(text, pattern);
  return text.types.member(of, text.code.of(name))?.type ?? text.types.rest(of);
}
