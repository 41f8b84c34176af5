import type { Shape } from './shape.ts';

/** What shapes of one value are called. */
export const primitives: Readonly<Record<Extract<Shape, string>, string>> = {
  data: 'what JSON can say',
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  undefined: 'nothing',
  null: 'null',
};

// A message may come from another realm, a frame of the page, so its objects are no instances of what this realm calls by their names.

/** A Set of any realm. */
export function isSet(value: object): value is Set<unknown> {
  return kindOf(value) === 'Set';
}

/** A Map of any realm. */
export function isMap(value: object): value is Map<unknown, unknown> {
  return kindOf(value) === 'Map';
}

/** No instance of any class. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What JSON can say, or nothing. */
export function isData(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) || isPlain(value);
  return ['string', 'number', 'boolean', 'undefined', 'object'].includes(typeof value);
}

/** What a value is, in words: of an object that is no plain one, the name of its class. */
export function kindOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return primitives.text;
    case 'number':
      return primitives.number;
    case 'boolean':
      return primitives.boolean;
    case 'undefined':
      return primitives.undefined;
    case 'object': {
      if (value === null) return primitives.null;
      const name = Object.prototype.toString.call(value).slice(8, -1);
      return name === 'Object' ? 'an object' : name;
    }
    default:
      return `a ${typeof value}`;
  }
}
