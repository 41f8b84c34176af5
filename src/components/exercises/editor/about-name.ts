import { type InSight, described, isShorthand, nodeAt, readText } from './reading.ts';
import type { TextTypes } from './text-types.ts';
import type { SyntaxNode } from '@lezer/common';
import type { Type } from './types.ts';

/** What there is to say of a name of the text. */
export interface AboutName {
  readonly from: number;
  readonly to: number;
  /** The name and what it is: `get(key: string): Result<Pod>`. */
  readonly is: string;
  readonly doc: string;
}

/** What a name is that stands at a place of the text; undefined where none does of which something is known. */
export function aboutName(text: string, at: number, inSight: InSight): AboutName | undefined {
  const read = readText(text, inSight);
  const node = nodeAt(read, at);
  const found = meaning(read, node);
  if (!found) return undefined;
  const is = described(read, found.type);
  if (is === '' && found.doc === '') return undefined;
  const { ahead } = read.code;
  return { from: node.from - ahead, to: node.to - ahead, is: read.code.of(node) + is, doc: found.doc };
}

function meaning(
  read: TextTypes,
  node: SyntaxNode,
): { readonly type: Type; readonly doc: string } | undefined {
  const { types } = read;
  const name = read.code.of(node);
  if (node.name === 'VariableDefinition' || node.name === 'VariableName' || isShorthand(node))
    return read.meaning(name, node.from);
  if (node.name === 'this') return { type: read.of(node), doc: '' };
  if (!/^(Private)?PropertyName$/.test(node.name) || node.parent?.name !== 'MemberExpression')
    return undefined;
  const member = types.member(read.of(node.parent.firstChild), name);
  return member && { type: member.type, doc: member.doc };
}
