const mostLetters = 80;
const mostItems = 3;
const mostDepth = 2;

/**
 * A value of a local variable in one short line, at most 80 letters: strings in quotes, lists with their length and
 * first items, API objects as "Pod default/web-x (rv 12)". Functions and instances of classes are only called that:
 * their names do not survive the making of a bundle, and the same value must give the same text everywhere.
 * Never throws, and never runs a getter.
 */
export function preview(value: unknown): string {
  try {
    return cut(told(value, 0), mostLetters);
  } catch {
    return 'a value that cannot be shown';
  }
}

function told(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return cut(JSON.stringify(value), 60, '…"');
    case 'bigint':
      return `${value}n`;
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : objectWords(value, depth);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    default:
      return String(value);
  }
}

function objectWords(value: object, depth: number): string {
  if (Array.isArray(value)) return listWords(value, depth);
  if (value instanceof Map) {
    const items = Array.from(
      value,
      ([key, item]) =>
        () =>
          `${told(key, depth + 1)} → ${told(item, depth + 1)}`,
    );
    return `Map(${value.size}) ${within('{', items, '}', depth)}`;
  }
  if (value instanceof Set) {
    const items = Array.from(value, (item) => () => told(item, depth + 1));
    return `Set(${value.size}) ${within('{', items, '}', depth)}`;
  }
  if (value instanceof Error)
    return `${String(own(value, 'name') ?? value.name)}: ${String(own(value, 'message') ?? '')}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return plainWords(value, depth);
  return typeof (value as Iterator<unknown>).next === 'function' ? 'a generator' : 'an object';
}

/** A list as `Array(3) ["a", "b", …]`. */
function listWords(list: readonly unknown[], depth: number): string {
  const items = list.slice(0, mostItems + 1).map((item) => () => told(item, depth + 1));
  return `Array(${list.length}) ${within('[', items, ']', depth)}`;
}

function plainWords(value: object, depth: number): string {
  const api = apiObjectWords(value);
  if (api) return api;
  const keys = Object.keys(value).filter((key) => own(value, key) !== undefined);
  // A persistent map of ours.
  if (keys[0] === 'size' && (keys.length === 1 || keys[1] === 'root'))
    return `a map of ${String(own(value, 'size'))}`;
  const items = keys
    .slice(0, mostItems + 1)
    .map((key) => () => `${key}: ${told(own(value, key), depth + 1)}`);
  return within('{ ', items, ' }', depth);
}

/** What has `metadata.name` is an API object, with or without its kind. */
function apiObjectWords(value: object): string | undefined {
  const metadata = own(value, 'metadata');
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const name = own(metadata, 'name') ?? own(metadata, 'generateName');
  if (typeof name !== 'string') return undefined;
  const kind = own(value, 'kind');
  const namespace = own(metadata, 'namespace');
  const version = own(metadata, 'resourceVersion');
  const key = namespace ? `${String(namespace)}/${name}` : name;
  return `${kind ? `${String(kind)} ` : ''}${key}${version ? ` (rv ${String(version)})` : ''}`;
}

function within(open: string, items: readonly (() => string)[], close: string, depth: number): string {
  if (items.length === 0) return open.trim() + close.trim();
  if (depth >= mostDepth) return `${open.trim()}…${close.trim()}`;
  const shown = items.slice(0, mostItems).map((item) => item());
  if (items.length > mostItems) shown.push('…');
  return `${open}${shown.join(', ')}${close}`;
}

/** A property's value, unless a getter would have to run for it. */
function own(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value as unknown;
}

function cut(text: string, most: number, end = '…'): string {
  return text.length <= most ? text : text.slice(0, most - end.length) + end;
}
