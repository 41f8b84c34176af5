import { EndsRun, LimitReached, ProcessFailed, isFault } from '../runtime/sim/limits.ts';
import { running } from '../runtime/sim/process.ts';
import { isThrown, textOfThrown, tried } from '../runtime/sim/thrown.ts';
import type { DeclaredResult } from './declared-results.ts';
import { listOf, slipWords as words } from './slip-words.ts';
import { nearName } from './near-name.ts';
import { preview } from './preview.ts';

/** A slip of the pen in edited code that a compiler would have refused. The message says in words for the reader what is wrong. */
export class Slip extends EndsRun {
  override readonly name = 'Slip';
}

/** A name that was read of an object and that the object has not: what comes of it shows later. */
interface Missing {
  readonly of: string;
  readonly value: unknown;
  readonly name: string;
}

let missing: Missing | undefined;

/** Methods that change the list that they are called on. */
const inPlace: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);

/** What broke in edited code since it was asked last. */
let fault: Error | undefined;

/**
 * What broke in edited code, and is at fault; undefined if nothing has since this was asked last. It may never come to whoever runs the
 * code: a `finally` on its way may end the process.
 */
export function takeFault(): Error | undefined {
  const taken = fault;
  fault = undefined;
  return taken;
}

type Fields = Readonly<Record<PropertyKey, unknown>>;

/**
 * What edited code calls to be told of its slips. Each gives back what it is given, or throws a Slip. `text` is that value as the
 * reader wrote it.
 */
export const slips = Object.freeze({
  /** A function is left by this error. */
  broke(error: unknown): unknown {
    if (!fault && isFault(error)) {
      const process = running();
      fault = isThrown(error, LimitReached)
        ? error
        : new ProcessFailed(process?.name ?? '', process?.now ?? 0, error);
    }
    return error;
  },

  /** Something is read from the value. `near` is what may be meant instead, if that is known from the text. */
  read<T>(value: T, text: string, name: string, optional: boolean, near?: string): T {
    if (value === undefined || value === null) return orNothing(value, text, name, optional);
    if (isGenerator(value) && !(name in value)) throw new Slip(words.notRun(text));
    if (name === '') refuseIndex(value, text);
    if (name === '' || name.startsWith('#') || name in Object(value)) return value;
    const meant = near ?? namesOf(value).find((one) => one.toLowerCase() === name.toLowerCase());
    if (meant !== undefined) throw new Slip(words.noName(text, name, meant));
    refuseOdd(value, text, name);
    missing = { of: text, value, name };
    return value;
  },

  /** A method of the value is called. */
  called<T>(value: T, text: string, name: string, optional: boolean, near?: string): T {
    if (value === undefined || value === null) return orNothing(value, text, name, optional);
    if (name.startsWith('#')) return value;
    const method = (value as Fields)[name];
    if (Array.isArray(value) && Object.isFrozen(value) && inPlace.has(name))
      throw new Slip(words.frozen(text, copyOf(value, text, ''), ''));
    if (typeof method === 'function') return value;
    if (isGenerator(value)) throw new Slip(words.notRun(text));
    if (method !== undefined) throw new Slip(words.noFunction(`${text}.${name}`, preview(method)));
    if (/^deepCopy$/i.test(name)) throw new Slip(words.noDeepCopy(text));
    if (typeof value === 'function') throw new Slip(words.functionHasNo(text, name));
    refuseOdd(value, text, name);
    const methods = namesOf(value).filter((one) => tried(() => typeof (value as Fields)[one]) === 'function');
    const meant = near ?? nearName(name, methods);
    throw new Slip(
      meant === undefined
        ? words.noMethod(text, name, listOf(methods))
        : words.otherMethod(text, name, meant),
    );
  },

  /** Something is assigned to a field of the value, or taken away. `key` is that as it is written in an object literal. */
  written<T>(value: T, text: string, name: PropertyKey, key: string, operator: string, copier: string): T {
    if (typeof value !== 'object' || value === null) return value;
    if (key.startsWith('[')) refuseIndex(value, text);
    if (name === '') return value;
    const now = (value as Fields)[name];
    if (operator === '??=' && now !== undefined && now !== null) return value;
    if ((operator === '||=' && now) || (operator === '&&=' && !now)) return value;
    if (!refuses(value, name)) return value;
    throw new Slip(words.frozen(text, copyOf(value, text, operator === 'delete' ? '' : key), copier));
  },

  /** The value is thrown away. */
  dropped<T>(value: T, text: string): T {
    if (isGenerator(value)) throw new Slip(words.notRun(text));
    if (isThrown(value, Error)) throw new Slip(words.errorDropped(text, shortened(textOfThrown(value))));
    return value;
  },

  /** The value is looked at. */
  used<T>(value: T, text: string): T {
    if (isGenerator(value)) throw new Slip(text.endsWith(')') ? words.notRun(text) : words.holdsNotRun(text));
    return value;
  },

  /** The value is taken for true or false. */
  tested<T>(value: T, text: string): T {
    if (isPair(value)) throw new Slip(words.testedPair(text, preview(value)));
    return slips.used(value, text);
  },

  /** The value stands behind `yield*`, or behind `yield` if `delegate` is false. */
  waits<T>(value: T, text: string, delegate: boolean): T {
    if (!delegate && isGenerator(value)) throw new Slip(words.noStar(text));
    if (delegate && typeof (value as { readonly next?: unknown } | undefined)?.next !== 'function')
      throw new Slip(words.doesNotWait(text));
    return value;
  },

  /** The value is computed with, or compared. */
  number<T>(value: T, text: string, operator: string): T {
    if (isGenerator(value)) throw new Slip(words.holdsNotRun(text));
    if (Number.isNaN(value)) throw new Slip(words.isNaN(text));
    const compared = operator.startsWith('<') || operator.startsWith('>');
    const fits = ['number', 'bigint', ...(compared || operator === '+' ? ['string'] : [])].includes(
      typeof value,
    );
    if (fits) return value;
    throw new Slip(words.noNumber(text, kindOf(value), fieldsOf(value)));
  },

  /** The value is what a function returns that says so; without text, the function comes to its end without a `return`. */
  returned<T>(value: T, text: string, type: DeclaredResult): T {
    if (text !== '' && isGenerator(value)) throw new Slip(words.notRun(text));
    if (isOf(value, type)) return value;
    throw new Slip(text === '' ? words.returnsNothing(type) : words.returnsOther(text, type, kindOf(value)));
  },
});

/** What edited code calls to be told of its slips. */
export type Slips = typeof slips;

/** What a loop with `in` gives: the place of an item, as a text. */
const isIndex = (value: unknown): value is string => typeof value === 'string' && /^\d{1,4}$/.test(value);

/** What a function gives of which Go would give two values, as one: `[value, err]`. */
function isPair(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, err] = value as readonly unknown[];
  return err === undefined || (isThrown(err, Error) && !isThrown(first, Error));
}

/** A method or a field of what has none: an index, or both values of a function in one. */
function refuseOdd(value: unknown, text: string, name: string): void {
  if (isIndex(value)) throw new Slip(words.indexHasNo(text, value, name));
  if (isPair(value)) throw new Slip(words.pairHasNo(text, preview(value), name));
}

/** Go has maps and sets that are indexed; here each is an object with methods. */
function refuseIndex(value: unknown, text: string): void {
  if (isThrown(value, Map)) throw new Slip(words.indexedMap(text));
  if (isThrown(value, Set)) throw new Slip(words.indexedSet(text));
}

/** The beginning and the end of a long text: that of an error may hold whole objects. */
const shortened = (text: string): string =>
  text.length <= 160 ? text : `${text.slice(0, 70)}…${text.slice(-80)}`;

/** No value, from which nothing is read if that is optional. */
function orNothing<T>(value: T, text: string, name: string, optional: boolean): T {
  if (optional) return value;
  const unread = missing && `${missing.of}.${missing.name}` === text ? missing : undefined;
  const near = unread && nearName(unread.name, namesOf(unread.value));
  throw new Slip(
    unread && near !== undefined
      ? words.noName(unread.of, unread.name, near)
      : words.noValue(text, String(value), name),
  );
}

function isGenerator(value: unknown): value is Generator {
  if (typeof value !== 'object' || value === null) return false;
  return tried(() => Object.prototype.toString.call(value)) === '[object Generator]';
}

/** True for an object that does not let this be set, or taken away: it is frozen, as far as a reader is concerned. */
function refuses(value: object, name: PropertyKey): boolean {
  const field = Object.getOwnPropertyDescriptor(value, name);
  if (field) return field.writable === false && field.set === undefined;
  return !Object.isExtensible(value);
}

/** How a copy is made in which the field `key` is another; a mere copy without `key`. */
function copyOf(value: object, text: string, key: string): string {
  if (Array.isArray(value)) return `[...${text}]`;
  const change = key === '' ? '' : `, ${key}: …`;
  const path =
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(text) && !text.startsWith('this.')
      ? text.split('.')
      : [text];
  const copies = path.map((_, at) => path.slice(0, at + 1).join('.'));
  return copies.reduceRight(
    (inner, part, at) => `{ ...${part}${at === path.length - 1 ? change : `, ${path[at + 1]}: ${inner}`} }`,
    '',
  );
}

/** The names that are known of a value, its own and those that its class gives it. */
function namesOf(value: unknown): string[] {
  const names = new Set<string>();
  for (
    let owner = Object(value) as object | null;
    owner !== null && owner !== Object.prototype;
    owner = tried(() => Object.getPrototypeOf(owner) as object | null) ?? null
  ) {
    for (const name of tried(() => Object.getOwnPropertyNames(owner)) ?? []) names.add(name);
  }
  names.delete('constructor');
  return [...names];
}

function isOf(value: unknown, type: DeclaredResult): boolean {
  switch (type) {
    case 'Error | undefined':
      return value === undefined || isThrown(value, Error);
    case 'Error[]':
      return Array.isArray(value) && value.every((one) => isThrown(one, Error));
    case 'Answer':
      return value === undefined || typeof (value as Fields | null)?.['asError'] === 'function';
    case 'Result':
      return Array.isArray(value) && value.length === 2;
    default:
      return typeof value === type && !Number.isNaN(value);
  }
}

function kindOf(value: unknown): string {
  return isThrown(value, Error) ? 'an Error' : preview(value);
}

/** The fields of an object that hold numbers: one of them may be meant. */
function fieldsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return listOf(Object.keys(value).filter((name) => typeof (value as Fields)[name] === 'number'));
}
