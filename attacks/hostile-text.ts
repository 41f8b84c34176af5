import fc from 'fast-check';

/** Names that every object has without being asked, or that mean something in YAML. */
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '<<',
  '~',
  '',
];

const fields = (
  'apiVersion kind metadata name namespace labels annotations spec status items containers image ports protocol hostPort ' +
  'resources requests limits cpu memory taints key value effect tolerations affinity nodeAffinity nodeSelector topologyKey ' +
  'labelSelector matchLabels matchExpressions operator values topologySpreadConstraints maxSkew volumes allocatable capacity ' +
  'images sizeBytes replicas selector template priority provisioner drivers'
).split(' ');

const kinds =
  'Pod Node Service ReplicaSet PriorityClass PersistentVolume StorageClass CSINode List PodList Deployment'.split(
    ' ',
  );

/** Values of JSON of which none is what a field wants. */
const odd: readonly string[] = [
  'null',
  'true',
  '-1',
  '0.5',
  '1e400',
  '9007199254740993',
  '""',
  '"null"',
  '"1e1000000000"',
  '"-1"',
  '"a b"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '{"a": null}',
  '{"__proto__": {"polluted": 1}}',
  '{"constructor": {"prototype": {"polluted": 1}}}',
  '{"toString": 1}',
  '"__proto__"',
  '"\\u0000"',
  '"\\ud800"',
  '"<img src=x onerror=alert(1)>"',
];

/** What only YAML has. */
const yaml: readonly string[] = [
  '~',
  '!!merge x',
  '!!binary aGk=',
  '!!set { a, b }',
  '!!omap [a: 1]',
  '!!timestamp 2021-01-16',
  '!!int x',
  '!own x',
  '.inf',
  '.nan',
  '0x7f',
  '&a 1',
  '&a { b: *a }',
  '*a',
  '*nothing',
  '"\\q"',
  "'",
  '|',
  '>-',
  '@',
  '%',
  '? x',
  '- -',
  'a: b: c',
  '\t',
  '\u0000',
  '\ufeff',
  '2021-01-16',
  '{ <<: { a: 1 } }',
  '[a: 1, a: 2]',
  '{ a, a }',
];

/** What may stand in place of a value: in JSON, and in YAML. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...odd),
  deep('[', ']'),
  deep('{"a":', '}'),
  fc.integer({ min: 1, max: 20_000 }).map((length) => JSON.stringify('x'.repeat(length))),
);
const oddYaml: fc.Arbitrary<string> = fc.oneof(oddJson, fc.constantFrom(...yaml));

/** Brackets in one another; most of them end. */
function deep(open: string, close: string): fc.Arbitrary<string> {
  const levels = fc.oneof(fc.integer({ min: 2, max: 300 }), fc.constantFrom(1_000, 5_000, 20_000));
  return fc
    .record({ levels, ends: fc.boolean() })
    .map(({ levels: n, ends }) => `${open.repeat(n)}1${ends ? close.repeat(n) : ''}`);
}

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...fields) },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);

const tree = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oddYaml,
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 6 })
      .map((pairs) => `{ ${pairs.map(([name, value]) => `"${name}": ${value}`).join(', ')} }`),
  ),
})).value;

const object = fc
  .record({
    kind: fc.constantFrom(...kinds),
    metadata: fc.oneof(fc.constant('{ name: a }'), tree),
    rest: fc.array(fc.tuple(key, tree), { maxLength: 4 }),
  })
  .map(({ kind, metadata, rest }) =>
    [
      `apiVersion: v1`,
      `kind: ${kind}`,
      `metadata: ${metadata}`,
      ...rest.map(([name, value]) => `${name}: ${value}`),
      '',
    ].join('\n'),
  );

/** Well-meant texts in which one thing is not: a value, a line twice, a line too few, a letter. */
function spoiled(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .record({ text: fc.constantFrom(...texts), at: fc.nat(), what: fc.nat(3), by: oddYaml })
    .map(({ text, at, what, by }) => {
      const lines = text.split('\n');
      const i = at % lines.length;
      const line = lines[i] ?? '';
      const put = [
        [line.replace(/:.*|- .*/, (found) => `${found.startsWith(':') ? ':' : '-'} ${by}`)],
        [line, line],
        [],
        [line.slice(1)],
      ];
      return lines.toSpliced(i, 1, ...(put[what] ?? [])).join('\n');
    });
}

/** Lists in lists, as YAML and as JSON. */
const nested = fc
  .record({ levels: fc.constantFrom(3, 50, 150, 1_000, 4_000), json: fc.boolean() })
  .map(({ levels, json }) =>
    json
      ? `${'{"kind":"List","items":['.repeat(levels)}${']}'.repeat(levels)}`
      : Array.from(
          { length: Math.min(levels, 300) },
          (_, i) => `${'  '.repeat(i)}kind: List\n${'  '.repeat(i)}items:\n${'  '.repeat(i)}-\n`,
        ).join(''),
  );

/** Texts that are to be read as manifests, and that mean no good; some begin as one of `texts`. */
export function hostileTexts(texts: readonly string[]): fc.Arbitrary<string> {
  const one = fc.oneof(
    { weight: 5, arbitrary: object },
    { weight: 5, arbitrary: spoiled(texts) },
    { weight: 1, arbitrary: nested },
    { weight: 1, arbitrary: tree },
  );
  return fc.oneof(
    { weight: 5, arbitrary: one },
    { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }).map((all) => all.join('\n---\n')) },
    { weight: 1, arbitrary: one.map((text) => `%YAML 1.1\n---\n${text}`) },
  );
}
