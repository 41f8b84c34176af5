/**
 * What a message of a worker may hold. A number is the place of another shape in the list that this one stands in, so that
 * a shape can hold itself. `data` is what JSON can say, or undefined.
 */
export type Shape =
  | 'data'
  | 'text'
  | 'number'
  | 'boolean'
  | 'undefined'
  | 'null'
  | { readonly values: readonly (string | number | boolean)[] }
  | { readonly list: number }
  | { readonly tuple: readonly number[] }
  /** By the shape of an entry: a tuple. */
  | { readonly map: number }
  | { readonly set: number }
  | { readonly numbers: Typed }
  /** An object whose keys are not known before. */
  | { readonly record: number }
  /** An object by its keys: those that it has, and those that it may have. What it has besides is `data`. */
  | { readonly fields: Readonly<Record<string, number>>; readonly may: Readonly<Record<string, number>> }
  /** One of several. */
  | { readonly either: readonly number[] };

/** A shape and all that it mentions; the first is the one that is meant. */
export type Shapes = readonly Shape[];

/** Lists of numbers of one width, by name. */
export const typed = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
} as const;

export type Typed = keyof typeof typed;

export function isTyped(name: string): name is Typed {
  return Object.hasOwn(typed, name);
}
