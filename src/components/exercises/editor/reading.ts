import type { SyntaxNode } from '@lezer/common';
import { signatureText, typeText } from './print-type.ts';
import { TextCode } from './text-code.ts';
import { TextTypes } from './text-types.ts';
import type { TypeTable } from './type-table.ts';
import { type Type, Types } from './types.ts';

/** What an exercise lets a reader write: the names that are in sight, and whether the text is a member of a class. */
export interface InSight {
  readonly table: TypeTable;
  readonly inClass: boolean;
}

/** A text that is read, with the types of its expressions. */
export function readText(text: string, { table, inClass }: InSight): TextTypes {
  return new TextTypes(new TextCode(text, inClass), new Types(table));
}

/** What a name is, as the code writes it after the name: `(key: string): boolean`, `: Pod | undefined`. */
export function described({ types }: TextTypes, type: Type): string {
  const [call, ...more] = types.calls(type);
  if (call) {
    const others = more.length === 0 ? '' : ` +${more.length}`;
    return signatureText(types, call.signature, call.given) + others;
  }
  const written = typeText(types, type);
  return written === 'unknown' ? '' : `: ${written}`;
}

/** The innermost node that ends or begins at a place of the text, or holds it. */
export function nodeAt({ code }: TextTypes, at: number): SyntaxNode {
  return code.root.resolveInner(at + code.ahead, 1);
}

/** True for a part of an object literal that means a variable: `pod` in `{ pod }`. */
export function isShorthand({ name, parent }: SyntaxNode): boolean {
  return (
    name === 'PropertyDefinition' &&
    parent?.name === 'Property' &&
    !parent.getChild(':') &&
    !parent.getChild('ParamList')
  );
}
