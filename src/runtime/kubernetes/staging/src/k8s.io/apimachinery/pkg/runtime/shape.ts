import type { Result } from '../../../../../../../go/result.ts';
import { deepCopy } from './deep-copy.ts';
import { tooDeep } from './depth.ts';
import type { Draft } from './object.ts';

/** What JSON may hold in a place where it has neither list nor map. Each word names the types of JavaScript that it may be. */
export const text = 'a string';
export const whole = 'a whole number';
export const truth = 'a boolean';
/** A Quantity: it is a text, but may be sent as a number. */
export const quantity = 'a string or a number';
/** An IntOrString, such as the number of a port or its name. */
export const intOrString = 'a number or a string';

type Scalar = typeof text | typeof whole | typeof truth | typeof quantity | typeof intOrString;

/**
 * What JSON may hold in a place: a scalar, a list of things alike, a map of names to things alike, which stand under `*`, or
 * the fields of a struct. A struct may hold anything in fields that are not named.
 */
export type Shape = Scalar | readonly [Shape] | { readonly [field: string]: Shape };

/** The shapes that say what is true of a type of `kubernetes-types`, if not all of it. */
export type ShapeOf<T> = T extends readonly (infer Item)[]
  ? readonly [ShapeOf<Item>]
  : T extends object
    ? string extends keyof T
      ? { readonly '*': ShapeOf<T[keyof T]> }
      : { readonly [Field in keyof T]?: ShapeOf<Exclude<T[Field], undefined>> }
    : | (T extends string ? typeof text | typeof quantity | typeof intOrString : never)
      | (T extends number ? typeof whole | typeof intOrString : never)
      | (T extends boolean ? typeof truth : never);

/**
 * A copy of a value of a shape. Quantities that are numbers are texts in it, as upstream writes them back. The error tells the
 * first place that is wrong, what was expected there and what was found.
 */
export function decode<T>(value: unknown, shape: Shape): Result<Draft<T>> {
  const deep = tooDeep(value);
  if (deep) return [undefined, deep];
  const copied = deepCopy(value);
  const wrong = mismatch(copied, shape);
  if (wrong !== '') return [undefined, new Error(wrong.replace(/^(\.|: )/, ''))];
  return [copied as Draft<T>, undefined];
}

/**
 * What is wrong, after its path from here; empty if nothing is. Every object that is sent comes through here: lists have a loop
 * of their own, and fields are looked up without asking first whose they are, because that makes it four times as fast.
 */
function mismatch(value: unknown, shape: Shape): string {
  if (typeof shape === 'string') {
    const fits = shape === whole ? isInt64(value) : shape.includes(typeof value);
    return fits ? '' : told(shape, value);
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return told('a list', value);
    for (let i = 0; i < value.length; i++) {
      const wrong = mismatch(value[i], shape[0]);
      if (wrong !== '') return `[${i}]${wrong}`;
    }
    return '';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return told('a map', value);
  const members = value as Record<string, unknown>;
  const every = shape['*'];
  for (const name in members) {
    const expected = every ?? shape[name];
    // What every object has, such as a constructor, is no field.
    if (expected === undefined || typeof expected === 'function' || expected === Object.prototype) continue;
    const wrong = mismatch(members[name], expected);
    if (wrong !== '') return every ? `[${name}]${wrong}` : `.${name}${wrong}`;
    if (expected === quantity && typeof members[name] === 'number') members[name] = String(members[name]);
  }
  return '';
}

const isList = (shape: Exclude<Shape, string>): shape is readonly [Shape] => Array.isArray(shape);

const isInt64 = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) < 2 ** 63;

function told(expected: string, value: unknown): string {
  const one = typeof value === 'object' && value !== null ? 'a map' : JSON.stringify(value);
  return `: expected ${expected}, found ${Array.isArray(value) ? 'a list' : one}`;
}
