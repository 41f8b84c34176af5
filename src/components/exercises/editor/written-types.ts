import type { SyntaxNode } from '@lezer/common';
import { type TextCode, isExpression, items, partsOf } from './text-code.ts';
import { type Type, type Types, unionOf, unknown } from './types.ts';

/** Types that are, for what is known of them here, as what they are made of. */
const transparent = new Set(['Readonly', 'Partial', 'Required', 'NonNullable', 'Awaited']);
const plain = new Set([
  'string',
  'number',
  'boolean',
  'undefined',
  'null',
  'void',
  'never',
  'bigint',
  'symbol',
]);

/** The type that a reader wrote: what a name is declared to be, what follows `as`. `valueOf` is the type of what stands behind `typeof`. */
export function writtenType(
  node: SyntaxNode | null | undefined,
  code: TextCode,
  types: Types,
  valueOf: (node: SyntaxNode) => Type,
): Type {
  const read = (one: SyntaxNode | null | undefined): Type => {
    if (!one) return unknown;
    switch (one.name) {
      case 'TypeAnnotation':
      case 'ParenthesizedType':
      case 'ReadonlyType':
        return read(partsOf(one).find(isType));
      case 'TypeName':
        return nameOf(code.of(one), [], code, types);
      case 'VoidType':
      case 'NullType':
        return plainType(types, code.of(one));
      case 'LiteralType':
        return one.firstChild ? valueOf(one.firstChild) : unknown;
      case 'ParameterizedType': {
        const args = one.getChild('TypeArgList');
        const given = args ? items(args).map(([arg]) => read(arg)) : [];
        return nameOf(code.of(one.firstChild ?? one), given, code, types);
      }
      case 'ArrayType':
        return types.language('Array', read(one.firstChild));
      case 'TupleType':
        return { kind: 'tuple', of: items(one).map(([item]) => read(item)) };
      case 'UnionType':
        return unionOf(partsOf(one).filter(isType).map(read));
      case 'TypeofType': {
        const value = partsOf(one).find(isExpression);
        return value ? valueOf(value) : unknown;
      }
      case 'FunctionSignature': {
        const gives = partsOf(one).filter(isType).at(-1);
        return { kind: 'function', gives: () => read(gives) };
      }
      default:
        return unknown;
    }
  };
  return read(node);
}

const isType = ({ name }: SyntaxNode): boolean => /(Type|TypeName|FunctionSignature)$/.test(name);

function nameOf(name: string, given: readonly Type[], code: TextCode, types: Types): Type {
  if (code.ownTypes.has(name)) return unknown;
  if (transparent.has(name)) return given[0] ?? unknown;
  if (plain.has(name)) return plainType(types, name);
  const { typeNames, self } = types.table;
  const selfShape = self === undefined ? undefined : types.shape(self);
  const own = selfShape?.kind === 'object' ? selfShape.over : undefined;
  const parameter = own?.find((id) => {
    const shape = types.shape(id);
    return shape.kind === 'parameter' && shape.name === name;
  });
  if (parameter !== undefined) return types.known(parameter);
  const known = Object.hasOwn(typeNames, name) ? typeNames[name] : undefined;
  if (!known) return unknown;
  const [id, over = []] = known;
  return types.known(id, new Map(over.map((one, at) => [one, given[at] ?? unknown])));
}

/** `string` and the like, as the table has them. */
export function plainType(types: Types, name: string): Type {
  const id = types.plain(name);
  return id === undefined ? unknown : types.known(id);
}
