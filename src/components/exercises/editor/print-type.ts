import type { Shape, Signature, TypeId } from './type-table.ts';
import { type Given, type Type, type Types } from './types.ts';

/** As deep types are written into each other; what is deeper is `…`. */
const mostDepth = 6;

/** So many fields are written of an object that has no name. */
const mostFields = 3;

/** A type as the code writes it. */
export function typeText(types: Types, type: Type, depth = 0): string {
  if (depth > mostDepth) return '…';
  const inner = (one: Type): string => typeText(types, one, depth + 1);
  switch (type.kind) {
    case 'unknown':
      return 'unknown';
    case 'union':
      return unionText(type.of.map((one) => bracketed(inner(one))));
    case 'tuple':
      return `[${type.of.map(inner).join(', ')}]`;
    case 'function':
      return `(…) => ${inner(type.gives())}`;
    case 'literal': {
      const fields = [...type.fields].map(([name, of]) => `${name}: ${inner(of)}`);
      return `{ ${[...fields, ...type.others.map((other) => `...${inner(other)}`)].join('; ')} }`;
    }
    case 'known':
      return knownText(types, type.id, type.given, depth);
    default:
      return type satisfies never;
  }
}

function knownText(types: Types, id: TypeId, given: Given, depth: number): string {
  const shape = types.shape(id);
  const inner = (one: TypeId): string => typeText(types, types.known(one, given), depth + 1);
  switch (shape.kind) {
    case 'opaque':
      return shape.name || 'unknown';
    case 'plain':
    case 'value':
      return shape.name;
    case 'self':
      return 'this';
    case 'parameter': {
      const stands = given.get(id);
      return stands && stands.kind !== 'unknown' ? typeText(types, stands, depth) : shape.name;
    }
    case 'union':
      if (shape.name) return named(shape.name, (shape.args ?? []).map(inner));
      return unionText(shape.of.map((one) => bracketed(inner(one))));
    case 'tuple':
      return `[${shape.of.map(inner).join(', ')}]`;
    case 'of': {
      if (shape.name) return named(shape.name, (shape.args ?? []).map(inner));
      return genericText(types.shape(shape.type), shape.given.map(inner));
    }
    case 'object':
      return objectText(types, shape, given, depth);
    default:
      return shape satisfies never;
  }
}

function objectText(types: Types, shape: Shape & { kind: 'object' }, given: Given, depth: number): string {
  if (shape.calls?.[0] && shape.name === '')
    return signatureText(types, shape.calls[0], given, depth, ' => ');
  const over = (shape.over ?? []).map((one) => typeText(types, types.known(one, given), depth + 1));
  if (shape.name !== '') return genericText(shape, over);
  if (depth > 0) return '{ … }';
  const fields = Object.entries(shape.members).map(([name, [id]]) => {
    const text = typeText(types, types.known(id, given), depth + 1);
    return `${name}: ${withoutUndefined(name, text)}`;
  });
  const more = fields.length > mostFields ? ['…'] : [];
  return `{ ${[...fields.slice(0, mostFields), ...more].join('; ')} }`;
}

/** `(key: string): boolean`, or with ` => ` before what it gives. */
export function signatureText(
  types: Types,
  { takes, gives }: Signature,
  given: Given,
  depth = 0,
  before = ': ',
): string {
  const text = (id: TypeId): string => typeText(types, types.known(id, given), depth + 1);
  const parameters = takes.map(([name, id]) => `${name}: ${withoutUndefined(name, text(id))}`);
  return `(${parameters.join(', ')})${before}${text(gives)}`;
}

/** What may be left out may be undefined: the `?` of its name says so. */
export const withoutUndefined = (name: string, type: string): string =>
  name.endsWith('?') ? type.replace(/ \| undefined$/, '') : type;

function genericText(shape: Shape, args: readonly string[]): string {
  const name = 'name' in shape ? (shape.name ?? '') : '';
  const [item = ''] = args;
  if (name === 'Array') return `${bracketed(item, true)}[]`;
  if (name === 'ReadonlyArray') return `readonly ${bracketed(item, true)}[]`;
  return named(name || '{ … }', args);
}

const named = (name: string, args: readonly string[]): string =>
  args.length === 0 ? name : `${name}<${args.join(', ')}>`;

/** `boolean` is a union of two values to the compiler, and `undefined` stands last. */
function unionText(parts: readonly string[]): string {
  const both = parts.includes('true') && parts.includes('false');
  const plain = both ? [...parts.filter((one) => one !== 'true' && one !== 'false'), 'boolean'] : parts;
  const last = ['null', 'undefined'].filter((one) => plain.includes(one));
  return [...new Set([...plain.filter((one) => !last.includes(one)), ...last])].join(' | ');
}

function bracketed(text: string, inList = false): string {
  return / => /.test(text) || (inList && / \| |^readonly /.test(text)) ? `(${text})` : text;
}
