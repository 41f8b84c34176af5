import type { SyntaxNode } from '@lezer/common';
import { type InSight, described, readText } from './reading.ts';
import { withoutUndefined } from './print-type.ts';
import type { TextTypes } from './text-types.ts';
import { iteratorName } from './type-table.ts';
import { unknown } from './types.ts';

/** A name that is offered, what it is, and the first sentence of its docstring. */
export interface Offer {
  readonly name: string;
  readonly kind: 'method' | 'property' | 'function' | 'variable' | 'class';
  /** Its signature or type; empty where that is not known. */
  readonly is: string;
  readonly doc: string;
}

/** What is offered in place of the text from `from` on. */
export interface Offers {
  readonly from: number;
  /** In the order in which they are shown. */
  readonly offers: readonly Offer[];
}

/** What can stand at a place of the text of a reader; undefined where nothing is known to be named there. */
export function offersAt(text: string, at: number, inSight: InSight): Offers | undefined {
  const before = text.slice(0, at);
  const [word = ''] = /[#\w$]*$/.exec(before) ?? [];
  const from = at - word.length;
  const ahead = before.slice(0, from);
  const isMember = /\.\s*$/.test(ahead) && !ahead.endsWith('...');
  if (/^\d/.test(word)) return undefined;
  // Where nothing is written yet, something is, so that the rest can be read.
  const whole = word === '' ? `${before}x${text.slice(at)}` : text;
  const read = readText(whole, inSight);
  const node = read.code.root.resolveInner(from + read.code.ahead, 1);
  const offers = isMember ? membersAt(read, node) : namesAt(read, node);
  return offers && offers.length > 0 ? { from, offers } : undefined;
}

function membersAt(read: TextTypes, node: SyntaxNode): Offer[] | undefined {
  const { parent } = node;
  if (parent?.name !== 'MemberExpression' || parent.firstChild?.from === node.from) return undefined;
  const { members } = read.types.members(read.of(parent.firstChild));
  return [...members.values()]
    .filter(({ name }) => /^#?[A-Za-z_$][\w$]*$/.test(name) && name !== iteratorName)
    .map(({ name, type, doc, optional }) => {
      const is = described(read, type);
      const kind = read.types.calls(type).length > 0 ? ('method' as const) : ('property' as const);
      return { name, kind, is: optional ? withoutUndefined('?', `?${is}`) : is, doc };
    });
}

/** The names of the text come first, the nearest before the others; then those of the file, then those of the language. */
function namesAt(read: TextTypes, node: SyntaxNode): Offer[] | undefined {
  if (node.name !== 'VariableName' && !isEmptyPlace(node)) return undefined;
  const { table } = read.types;
  const at = node.from;
  const own = [...read.code.known(at).values()].sort((a, b) => b.from - a.from || a.node.from - b.node.from);
  const offers = own
    // A name is not offered while it is declared.
    .filter(({ node: declared }) => declared.from !== at)
    .map(({ name }): Offer => {
      const { type, doc } = read.meaning(name, at) ?? { type: unknown, doc: '' };
      return { name, kind: 'variable', is: described(read, type), doc };
    });
  if (table.self !== undefined)
    offers.push({
      name: 'this',
      kind: 'variable',
      is: described(read, read.types.known(table.self)),
      doc: '',
    });
  const taken = new Set(offers.map(({ name }) => name));
  for (const [name, [id, doc = '']] of Object.entries(table.values)) {
    if (taken.has(name)) continue;
    const type = read.types.known(id);
    const kind =
      read.types.calls(type, 'makes').length > 0
        ? 'class'
        : read.types.calls(type).length > 0
          ? 'function'
          : 'variable';
    const is = kind === 'class' ? '' : described(read, type);
    // Names of the language of which nothing is known are seldom wanted.
    if (kind !== 'variable' || is !== '' || name === 'undefined') offers.push({ name, kind, is, doc });
  }
  return offers;
}

/** A place at which a statement could begin. */
const isEmptyPlace = ({ name }: SyntaxNode): boolean => name === 'Block' || name === 'Script';
