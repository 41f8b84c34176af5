import { isData, isMap, isPlain, isSet, kindOf, primitives } from './kinds.ts';
import { type Shape, type Shapes, type Typed, typed } from './shape.ts';

/** The most that a message may hold; with more, a page would stand still. */
export interface Bounds {
  /** Objects, lists and maps, each counted once, and the fields of all of them. */
  readonly parts: number;
  /** Letters of all texts. */
  readonly letters: number;
  /** Objects within objects. */
  readonly depth: number;
}

/** Ten times what the longest story of the site makes. */
export const bounds: Bounds = { parts: 20_000_000, letters: 200_000_000, depth: 120 };

/** A message that does not have the shape that is expected. `message` says where, what was expected, and what was found. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * A copy of a message from code that is not trusted, in objects of this realm's own making: what is in it is read once, and
 * checked against the shapes. What the message shares, the copy shares. Throws Refused where it is not of the shape.
 */
export function admit(message: unknown, shapes: Shapes, limits: Bounds = bounds): unknown {
  const copying = new Admission(shapes, limits).inTurns(message, () => false);
  for (;;) {
    const { done, value } = copying.next();
    if (done) return value;
  }
}

/** The longest that a page is kept busy at a time, in ms: half a frame. */
const turnMs = 8;

/** As `admit`, letting the page do something else after every turn. */
export async function admitInTurns(message: unknown, shapes: Shapes): Promise<unknown> {
  let began = performance.now();
  const copying = new Admission(shapes, bounds).inTurns(message, () => performance.now() - began > turnMs);
  for (;;) {
    const { done, value } = copying.next();
    if (done) return value;
    await nextTurn();
    began = performance.now();
  }
}

function nextTurn(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}

type Must = readonly [key: string, shape: Shape];

/** Stands for a copy that is being made. */
const underWay = Symbol('under way');

/** The levels of a message that are copied in turns: in a run, down to its entries. */
const levelsInTurns = 4;

class Admission {
  readonly #shapes: Shapes;
  readonly #data: number;
  readonly #limits: Bounds;
  /** What was copied of each shape, by its place. */
  readonly #copies: (Map<object, unknown> | undefined)[] = [];
  readonly #musts = new Map<Shape, readonly Must[]>();
  readonly #path: (string | number)[] = [];
  #parts = 0;
  #letters = 0;

  constructor(shapes: Shapes, limits: Bounds) {
    this.#data = shapes.length;
    this.#shapes = [...shapes, 'data'];
    this.#limits = limits;
  }

  *inTurns(
    value: unknown,
    isLate: () => boolean,
    place = 0,
    levels = levelsInTurns,
  ): Generator<void, unknown, void> {
    if (isLate()) yield;
    const shape = this.#shapeOf(value, place);
    if (levels === 0 || typeof shape === 'string' || !('fields' in shape || 'list' in shape))
      return this.#copy(value, place);
    const copy = 'list' in shape ? [] : {};
    for (const [key, part, of] of this.#partsOf(value as object, shape)) {
      this.#path.push(key);
      (copy as Record<string | number, unknown>)[key] = yield* this.inTurns(part, isLate, of, levels - 1);
      this.#path.pop();
    }
    return copy;
  }

  #copy(value: unknown, place: number): unknown {
    const shape = this.#shapeOf(value, place);
    if (typeof value === 'string') this.#letters += this.#counted('letters', this.#letters, value.length);
    if (typeof value !== 'object' || value === null) return value;
    const copies = (this.#copies[place] ??= new Map());
    const known = copies.get(value);
    if (known === underWay) throw this.#refused('no object that holds itself', 'one');
    if (known !== undefined) return known;
    this.#counted('depth', this.#path.length, 0);
    copies.set(value, underWay);
    const copy = this.#made(value, shape);
    copies.set(value, copy);
    return copy;
  }

  /** A copy of an object that is of its shape at its surface. */
  #made(value: object, shape: Shape): unknown {
    if (typeof shape === 'object' && 'numbers' in shape) {
      const numbers = value as InstanceType<(typeof typed)[Typed]>;
      this.#letters += this.#counted('letters', this.#letters, numbers.byteLength);
      return typed[shape.numbers].from(numbers);
    }
    const parts = this.#partsOf(value, shape);
    const copies = (): unknown[] => parts.map(([key, part, of]) => this.#at(key, part, of));
    if (Array.isArray(value)) return copies();
    if (isSet(value)) return new Set(copies());
    if (isMap(value)) return new Map(copies() as [unknown, unknown][]);
    const object: Record<string, unknown> = {};
    for (const [key, part, of] of parts) object[key] = this.#at(key, part, of);
    return object;
  }

  #at(key: string | number, value: unknown, place: number): unknown {
    this.#path.push(key);
    const copy = this.#copy(value, place);
    this.#path.pop();
    return copy;
  }

  /** What an object holds: by which key, what, and the place of its shape. */
  #partsOf(value: object, shape: Shape): [key: string | number, part: unknown, place: number][] {
    const of = (key: string | number): number => placeOfPart(shape, key) ?? this.#data;
    const list = Array.isArray(value)
      ? (value as readonly unknown[])
      : isSet(value) || isMap(value)
        ? [...value]
        : undefined;
    const keys = list ? undefined : Object.keys(value);
    this.#parts += this.#counted('parts', this.#parts, (list ?? keys ?? []).length);
    if (list) return Array.from(list, (part, i) => [i, part, of(i)]);
    return (keys ?? []).map((key) => {
      // An object with these could pass for a part of a page.
      if (key === 'constructor' || key.startsWith('__') || key === 'prototype')
        throw this.#refused('other names of fields', `"${key}"`);
      return [key, (value as Readonly<Record<string, unknown>>)[key], of(key)];
    });
  }

  /** The shape that a value is of, at its surface: one that is no `either`. */
  #shapeOf(value: unknown, place: number): Shape {
    const shape = this.#shapes[place]!;
    const found = this.#fitting(value, shape);
    if (found === undefined) throw this.#refused(this.#words(shape), kindOf(value));
    return found;
  }

  #fitting(value: unknown, shape: Shape): Shape | undefined {
    if (typeof shape === 'object' && 'either' in shape) {
      for (const one of shape.either) {
        const found = this.#fitting(value, this.#shapes[one]!);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    return this.#fits(value, shape) ? shape : undefined;
  }

  #fits(value: unknown, shape: Shape): boolean {
    if (typeof shape === 'string')
      return shape === 'data' ? isData(value) : kindOf(value) === primitives[shape];
    if ('values' in shape) return shape.values.includes(value as string);
    if (typeof value !== 'object' || value === null) return false;
    if ('list' in shape) return Array.isArray(value);
    if ('tuple' in shape) return Array.isArray(value) && value.length === shape.tuple.length;
    if ('map' in shape) return isMap(value);
    if ('set' in shape) return isSet(value);
    if ('numbers' in shape) return kindOf(value) === shape.numbers;
    if (!isPlain(value)) return false;
    return !('fields' in shape) || this.#mustsOf(shape).every(([key, must]) => this.#has(value, key, must));
  }

  /** True where an object has a field that it must have; what it holds is looked at where that tells it from others. */
  #has(value: object, key: string, must: Shape): boolean {
    if (!Object.hasOwn(value, key)) return this.#fitting(undefined, must) !== undefined;
    return !tells(must) || this.#fits((value as Readonly<Record<string, unknown>>)[key], must);
  }

  /** The fields that an object must have; first those that tell it from others. */
  #mustsOf(shape: Extract<Shape, { readonly fields: object }>): readonly Must[] {
    const known = this.#musts.get(shape);
    if (known) return known;
    const all = Object.entries(shape.fields).map(([key, of]): Must => [key, this.#shapes[of]!]);
    const musts = all.sort(([, a], [, b]) => Number(tells(b)) - Number(tells(a)));
    this.#musts.set(shape, musts);
    return musts;
  }

  /** What is added, unless it makes more than there may be. */
  #counted(what: keyof Bounds, have: number, more: number): number {
    const most = this.#limits[what];
    if (have + more > most)
      throw this.#refused(`at most ${most} ${what === 'depth' ? 'levels' : what}`, 'more');
    return more;
  }

  #refused(expected: string, found: string): Refused {
    const where = this.#path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key.slice(0, 60)}`))
      .join('');
    return new Refused(`${where.slice(0, 300) || 'the message'}: expected ${expected}, found ${found}`);
  }

  #words(shape: Shape): string {
    if (typeof shape === 'string') return primitives[shape] ?? 'data';
    if ('values' in shape) return shape.values.map((one) => JSON.stringify(one)).join(' or ');
    if ('either' in shape)
      return [...new Set(shape.either.map((one) => this.#words(this.#shapes[one]!)))].join(' or ');
    if ('list' in shape || 'tuple' in shape) return 'a list';
    if ('map' in shape) return 'a Map';
    if ('set' in shape) return 'a Set';
    if ('numbers' in shape) return shape.numbers;
    return 'fields' in shape ? `an object with ${Object.keys(shape.fields).join(', ')}` : 'an object';
  }
}

/** True for a shape by which one kind of object is told from another. */
function tells(shape: Shape): boolean {
  return typeof shape === 'object' && 'values' in shape;
}

/** The place of the shape that a part of an object has; undefined where no shape says it. */
function placeOfPart(shape: Shape, key: string | number): number | undefined {
  if (typeof shape === 'string') return undefined;
  if ('list' in shape) return shape.list;
  if ('set' in shape) return shape.set;
  if ('record' in shape) return shape.record;
  if ('tuple' in shape) return shape.tuple[key as number];
  if ('map' in shape) return shape.map;
  if (!('fields' in shape)) return undefined;
  return ownOf(shape.fields, key) ?? ownOf(shape.may, key);
}

function ownOf(places: Readonly<Record<string, number>>, key: string | number): number | undefined {
  return Object.hasOwn(places, key) ? places[key] : undefined;
}
