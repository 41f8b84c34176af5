import fc from 'fast-check';

/** A value as it comes over the wire: its JSON, or how deep it goes where that would be too long to be printed. */
export type Sent = string | { readonly deep: '[' | '{'; readonly levels: number };

/** The value that a server reads. */
export function read(sent: Sent): unknown {
  if (typeof sent === 'string') return JSON.parse(sent);
  let value: unknown = 1;
  for (let i = 0; i < sent.levels; i++) value = sent.deep === '[' ? [value] : { a: value };
  return value;
}

/** Names that objects have without being asked, that mean something in a patch, or that no member should have. */
export const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  'then',
  'toJSON',
  '$patch',
  '$retainKeys',
  '$setElementOrder/containers',
  '$deleteFromPrimitiveList/finalizers',
  'items',
  'kind',
  'name',
  'metadata',
  '',
  '-',
  '-1',
  '0',
  '99999999999999999999',
  '~',
  'a/b',
  'e\u0301',
  '\ud800',
  '\u0000',
];

const numbers = [
  '0',
  '-0',
  '-1',
  '1',
  '1.5',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '9223372036854775807',
  '1e18',
  '1e308',
  '-1e308',
  '1e999',
];
const strings = [
  '""',
  '"x"',
  '"one"',
  '"__proto__"',
  '"constructor"',
  '"1e1000000000"',
  '"99999999999999999999"',
  '"-1Gi"',
  '"50%"',
  '"2021-13-45T99:99:99Z"',
  '"0001-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59Z"',
  '"\\ud800"',
  '"\\u0000"',
  '"\\u202e\\ufeff\\ud83d\\udc68\\u200d"',
  '"Status"',
  '"replace"',
  '"delete"',
  '"None"',
  '"ExternalName"',
  `"${'x'.repeat(300)}"`,
];
const lists = [
  '[]',
  '[null]',
  '[[]]',
  '[5]',
  '["x"]',
  '["x","x"]',
  '[{}]',
  '[{"name":null}]',
  '[{"$patch":"delete","name":"app"}]',
  '[{"$patch":"replace"},{"name":"__proto__"}]',
];
const maps = [
  '{}',
  '{"a":null}',
  '{"a":"x"}',
  '{"a":{}}',
  '{"length":5}',
  '{"then":1,"toJSON":1}',
  '{"toString":1,"valueOf":1}',
  '{"$patch":"replace"}',
  '{"$patch":{"toString":1}}',
  '{"$retainKeys":["__proto__"]}',
  '{"__proto__":null}',
  '{"__proto__":{"x":1}}',
  '{"__proto__":["x"]}',
  '{"constructor":{"prototype":{"y":1}}}',
];
const texts = ['null', 'true', ...numbers, ...strings, ...lists, ...maps];

/** Values that nobody means well with: most are small, some go deeper than any stack. */
export const values: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom(...texts) },
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...texts)).map(member) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 2, stringUnit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      deep: fc.constantFrom('[' as const, '{' as const),
      levels: fc.constantFrom(3, 150, 190, 250, 20_000),
    }),
  },
);

function member([name, value]: readonly [string, string]): string {
  return `{${JSON.stringify(name)}:${value}}`;
}

/** Such a value of the type of another, so that it is not refused for its type alone. */
export function hostileLike(value: unknown, which: number): Sent {
  const alike = Array.isArray(value)
    ? lists
    : typeof value === 'number'
      ? numbers
      : typeof value === 'string'
        ? strings
        : typeof value === 'boolean'
          ? ['true', 'false']
          : maps;
  return alike[which % alike.length] as Sent;
}

/** Ways to what every object has, and to fields that the server sets itself or that mean something to it. */
export const ways: readonly (readonly string[])[] = [
  ['__proto__', 'x'],
  ['__proto__', '__proto__'],
  ['constructor', 'prototype', 'x'],
  ['toString', 'x'],
  ['__proto__'],
  ['items'],
  ['kind'],
  ['apiVersion'],
  ['spec'],
  ['status'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'generation'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'deletionTimestamp'],
  ['metadata', 'deletionGracePeriodSeconds'],
  ['metadata', 'managedFields'],
  ['metadata', 'labels', '__proto__'],
  ['metadata', 'finalizers', '-'],
];

const watched: readonly object[] = [
  ...[Object, Array, Function, String, Number, Boolean, Error, Map, Set, WeakMap, Promise].map(
    (one) => one.prototype as object,
  ),
  Object,
  JSON,
  Math,
];
const asItWas = watched.map(
  (one) => Object.getOwnPropertyDescriptors(one) as Record<string, PropertyDescriptor>,
);

/** What the objects of the language have that they did not have when this was loaded. It is taken away again. */
export function pollution(): string[] {
  const found: string[] = [];
  watched.forEach((one, i) => {
    const before = asItWas[i] as Record<string | symbol, PropertyDescriptor>;
    for (const name of Reflect.ownKeys(one)) {
      const now = Object.getOwnPropertyDescriptor(one, name);
      if (Object.hasOwn(before, name) && now?.value === before[name]?.value) continue;
      found.push(`${one.constructor.name}.${String(name)} is ${String(typeof now?.value)}`);
      if (Object.hasOwn(before, name)) Object.defineProperty(one, name, before[name] as PropertyDescriptor);
      else delete (one as Record<string | symbol, unknown>)[name];
    }
  });
  return found;
}
