import type { SyntaxNode } from '@lezer/common';
import { t } from '../../../i18n/t.ts';
import { goNames } from '../../../instrument/go-names.ts';
import { nearName } from '../../../instrument/near-name.ts';
import { listOf, slipWords } from '../../../instrument/slip-words.ts';
import { type InSight, isShorthand, readText } from './reading.ts';
import type { TextTypes } from './text-types.ts';

/** Words that begin a statement. */
const beginnings = new Set(
  'break const continue for function if let return switch this throw try while yield'.split(' '),
);

/** A name of the text that is not there, and what is said of it, as a run would say it. */
export interface UnknownName {
  readonly from: number;
  readonly to: number;
  readonly says: string;
}

/**
 * The names of a text that are not there. A text that cannot be read to its end has none: what one of its names belongs to is not
 * certain then. So it is with what is read from something of which not all is known.
 */
export function unknownNames(text: string, inSight: InSight): UnknownName[] {
  const read = readText(text, inSight);
  const found: UnknownName[] = [];
  let broken = false;
  read.code.root.cursor().iterate(({ node }) => {
    broken ||= node.type.isError || isNextLine(read, node);
    const says = broken ? undefined : problemOf(read, node);
    const { ahead } = read.code;
    if (says !== undefined) found.push({ from: node.from - ahead, to: node.to - ahead, says });
  });
  return broken ? [] : found;
}

/** True for the first word of a line above which a name is missing behind a full stop: `this.` above `const a = b`. */
function isNextLine({ code }: TextTypes, { name, from, to, prevSibling }: SyntaxNode): boolean {
  if (name !== 'PropertyName' || prevSibling?.name !== '.') return false;
  const start = from - code.ahead;
  return (
    beginnings.has(code.text.slice(start, to - code.ahead)) &&
    code.text.slice(prevSibling.to - code.ahead, start).includes('\n')
  );
}

function problemOf(read: TextTypes, node: SyntaxNode): string | undefined {
  if (node.name === 'VariableName' || isShorthand(node)) return variableProblem(read, node);
  if (!/^(Private)?PropertyName$/.test(node.name)) return undefined;
  return node.parent?.name === 'MemberExpression' ? memberProblem(read, node, node.parent) : undefined;
}

function variableProblem({ code, types }: TextTypes, node: SyntaxNode): string | undefined {
  const name = code.of(node);
  const { values } = types.table;
  if (Object.hasOwn(values, name) || code.declared(name, node.from) || !isRead(node)) return undefined;
  if (/^deepCopy$/i.test(name)) return slipWords.noDeepCopy('object');
  const here = goNames.get(name);
  if (here !== undefined) return slipWords.goName(name, here);
  return slipWords.noVariable(
    name,
    nearName(name, [...code.known(node.from).keys(), ...Object.keys(values)]),
  );
}

/** Not in an import, nor in a type. */
function isRead({ parent }: SyntaxNode): boolean {
  return !/^(ImportGroup|ExportGroup|ImportDeclaration|TypePredicate|TypeofType|ParamList)$/.test(
    parent?.name ?? '',
  );
}

function memberProblem(read: TextTypes, node: SyntaxNode, access: SyntaxNode): string | undefined {
  const { code, types } = read;
  const name = code.of(node);
  const owner = access.firstChild;
  if (!owner || owner.from === node.from) return undefined;
  const type = read.of(owner);
  const { members, open } = types.members(type);
  if (open || types.member(type, name)) return undefined;
  if (owner.name === 'this' && code.members.has(name)) return undefined;
  const text = code.of(owner).replace(/\s+/g, ' ');
  const names = [...members.keys()].filter((one) => /^#?[A-Za-z_$]/.test(one));
  const call = access.parent;
  if (
    call?.name !== 'CallExpression' ||
    call.firstChild?.from !== access.from ||
    call.firstChild.to !== access.to
  )
    return fieldProblem(read, access, text, name, names);
  if (/^deepCopy$/i.test(name)) return slipWords.noDeepCopy(text);
  const methods = names.filter((one) => types.calls(members.get(one)!.type).length > 0);
  const near = nearName(name, methods);
  return near === undefined
    ? slipWords.noMethod(text, name, listOf(methods))
    : slipWords.otherMethod(text, name, near);
}

function fieldProblem(
  read: TextTypes,
  access: SyntaxNode,
  text: string,
  name: string,
  names: readonly string[],
): string | undefined {
  const near = nearName(name, names);
  if (near !== undefined) return slipWords.noName(text, name, near);
  // A field that is new is made by this.
  const { parent } = access;
  if (parent?.name === 'AssignmentExpression' && parent.firstChild?.from === access.from) return undefined;
  const known = listOf(names);
  return known === ''
    ? t`\`${text}\` has no \`${name}\`.`
    : t`\`${text}\` has no \`${name}\`. It has these: ${known}.`;
}
