import { describe, expect, test } from 'vitest';
import { loadEdited } from '../../src/instrument/load-edited.ts';

/** What is at hand in each program below. */
const scene = `
  class Queue {
    #failures = 1;
    readonly keys: string[] = ['a'];
    add(key: string) { this.keys.push(key); }
    numRequeues(_key: string): number { return this.#failures; }
    check(key: string): Error | undefined { return key === '' ? new Error('a key is not empty') : undefined; }
    *get(): Blocking<[string, boolean]> { return ['a', false]; }
    *sync(_key: string): Blocking<Error | undefined> { return undefined; }
  }
  const queue = new Queue();
  const freeze = <T>(it: T): T => (Object.values(it as object).forEach((one) => typeof one === 'object' && freeze(one)), Object.freeze(it));
  const node = freeze({ metadata: { name: 'n', labels: { a: '1' } }, spec: { pods: ['p'] }, status: undefined as any });
  const clock = { wall: 3, monotonic: 2 };
  const podCount = 'count';
`;

/** What `main` comes to, run to its end; what it throws, if it throws. */
function told(body: string, header = 'function* main(): any'): string {
  const [exports, problem] = loadEdited(`${scene}\nexport ${header} {\n${body}\n}`, 'a.ts', () => undefined);
  if (problem) return problem.message;
  try {
    const made: unknown = (exports as { main(): unknown }).main();
    const isGenerator = header.includes('function*');
    return String(isGenerator ? (made as Generator).next().value : made);
  } catch (error) {
    return String(error);
  }
}

describe('a slip of the pen is told by its cause', () => {
  const shared = 'is frozen. Objects of a cache are shared, and here objects of a client are frozen as well.';
  test.each([
    // Methods and fields that are not there.
    [
      'return queue.NumRequeues("a");',
      '`NumRequeues` is not a method of `queue`. Did you mean `numRequeues`?',
    ],
    ['return queue.numRequeue("a");', '`numRequeue` is not a method of `queue`. Did you mean `numRequeues`?'],
    [
      'queue.forgetEverything();',
      '`forgetEverything` is not a method of `queue`. It has these: `add`, `numRequeues`, `check`, `get`, `sync`.',
    ],
    [
      'return node.spec.podNames();',
      '`podNames` is not a method of `node.spec`, which is plain data and has none.',
    ],
    [
      'return node.DeepCopy();',
      'Objects have no `deepCopy` here: they are plain data. Write a copy of each part on the way to what you change, such as `{ ...node }`.',
    ],
    ['return queue.keys.length();', '`queue.keys.length` is no function, so it cannot be called. It is `1`.'],
    ['return node.Spec.pods;', '`node` has no `Spec`. Did you mean `spec`?'],
    ['return node.specs.pods;', '`node` has no `specs`. Did you mean `spec`?'],
    ['return node.status.phase;', '`node.status` is `undefined`, so it has no `phase`.'],
    ['return node.status[podCount];', '`node.status` is `undefined`, so nothing can be read from it.'],
    ['return node.status?.phase.name;', 'undefined'],
    ['return node.metadata.generation ?? 7;', '7'],
    [
      'const maybe: any = queue; return maybe?.NumRequeues("a");',
      '`NumRequeues` is not a method of `maybe`. Did you mean `numRequeues`?',
    ],
    ['const none: any = undefined; return none?.numRequeues("a").more.than;', 'undefined'],
    ['return node?.Spec?.pods;', '`node` has no `Spec`. Did you mean `spec`?'],
    [
      'const seen: any = new Set(["a"]); seen[podCount] = true;',
      '`seen` is a Set, which has no index. Write `seen.has(item)`, `seen.add(item)`, or `seen.delete(item)`.',
    ],
    [
      'const seen: any = new Map([["a", 1]]); return seen["a"];',
      '`seen` is a Map, which has no index. Write `seen.get(key)`, `seen.set(key, value)`, or `seen.delete(key)`.',
    ],
    ['return [...new Map([["a", 1]])[Symbol.iterator]()].length;', '1'],
    // Two values that a function gives at once, and the places of items.
    [
      'const found: any = [7, undefined]; if (found) return 1;',
      '`found` is a pair, `Array(2) [7, undefined]`, which always counts as true. Take it apart: `const [value, err] = …`.',
    ],
    [
      'const ask = (one: number): any => [one > 1, undefined]; return [1, 2].some((one) => ask(one));',
      '`ask(one)` is a pair, `Array(2) [false, undefined]`, which always counts as true. Take it apart: `const [value, err] = …`.',
    ],
    [
      'const found: any = [node, undefined]; return found.metadata;',
      '`found` is a pair, `Array(2) [n, undefined]`, and has no `metadata`. Take it apart: `const [value, err] = …`.',
    ],
    [
      'const found: any = [undefined, new Error("no")]; return found.numRequeues();',
      '`found` is a pair, `Array(2) [undefined, Error: no]`, and has no `numRequeues`. Take it apart: `const [value, err] = …`.',
    ],
    ['const pair: any = new Map([["a", [7, undefined]]]).get("a") ?? []; return pair.length;', '2'],
    ['const errs = [new Error("no"), new Error("none")]; return errs ? errs.length : 0;', '2'],
    ['return [1, 2].filter((one) => one > 1).join();', '2'],
    [
      'for (const at in queue.keys) (at as any).forget();',
      '`at` is an index, the text `"0"`, and has no `forget`. A loop with `in` gives indices. Write `for (const … of …)`.',
    ],
    [
      'for (const at in queue.keys) return (at as any).spec;',
      '`at` is an index, the text `"0"`, and has no `spec`. A loop with `in` gives indices. Write `for (const … of …)`.',
    ],
    // Frozen objects.
    ['node.spec = {};', `\`node\` ${shared} Make a changed copy, such as \`{ ...node, spec: … }\`.`],
    [
      'node.metadata.labels[podCount] = "2";',
      `\`node.metadata.labels\` ${shared} Make a changed copy, such as ` +
        '`{ ...node, metadata: { ...node.metadata, labels: { ...node.metadata.labels, [podCount]: … } } }`.',
    ],
    [
      'const { labels } = node.metadata; labels.a += "1";',
      `\`labels\` ${shared} Make a changed copy, such as \`{ ...labels, a: … }\`.`,
    ],
    [
      'delete node.metadata.labels.a;',
      `\`node.metadata.labels\` ${shared} Make a changed copy, such as ` +
        '`{ ...node, metadata: { ...node.metadata, labels: { ...node.metadata.labels } } }`.',
    ],
    [
      'node.spec.pods.push("q");',
      `\`node.spec.pods\` ${shared} Make a changed copy, such as \`[...node.spec.pods]\`.`,
    ],
    [
      'node.spec.pods.length;\nnode.spec.pods[0] = "q";',
      `\`node.spec.pods\` ${shared} Make a changed copy, such as \`[...node.spec.pods]\`.`,
    ],
    ['const labels = (node.metadata.labels ??= {}); return Object.keys(labels).join();', 'a'],
    [
      'const mine = { ...node.spec, pods: [...node.spec.pods] }; mine.pods.push("q"); mine.pods[0] = "r"; return mine.pods.join();',
      'r,q',
    ],
    // Calls that never run.
    [
      'queue.get();',
      '`queue.get()` was called without `yield*`, so nothing of it has run. Write `yield* queue.get()`. To run it as a goroutine, give it to `sim.go`.',
    ],
    [
      'const [key] = queue.get(); return key;',
      '`queue.get()` was called without `yield*`, so nothing of it has run. Write `yield* queue.get()`. To run it as a goroutine, give it to `sim.go`.',
    ],
    [
      'return queue.sync("a");',
      '`queue.sync("a")` was called without `yield*`, so nothing of it has run. Write `yield* queue.sync("a")`. To run it as a goroutine, give it to `sim.go`.',
    ],
    [
      'const err = queue.sync("a"); if (err) return 1; return 2;',
      '`err` holds a call that has not run. Write `yield*` before that call.',
    ],
    [
      'const err = queue.sync("a"); return err === undefined;',
      '`err` holds a call that has not run. Write `yield*` before that call.',
    ],
    [
      'if (!queue.sync("a")) return 1;',
      '`queue.sync("a")` was called without `yield*`, so nothing of it has run. Write `yield* queue.sync("a")`. To run it as a goroutine, give it to `sim.go`.',
    ],
    [
      'return queue.get().length;',
      '`queue.get()` was called without `yield*`, so nothing of it has run. Write `yield* queue.get()`. To run it as a goroutine, give it to `sim.go`.',
    ],
    ['yield queue.get();', '`yield` stands without its star before `queue.get()`. Write `yield*`.'],
    [
      'yield* queue.numRequeues("a");',
      '`yield*` stands before `queue.numRequeues("a")`, which never waits and gives its result at once. Take `yield*` out.',
    ],
    ['const [key] = yield* queue.get(); return key;', 'a'],
    ['const run = queue.get(); return [run].length;', '1'],
    // Errors that nothing looks at.
    ['queue.check("");', '`queue.check("")` gives an error, and nothing looks at it: a key is not empty.'],
    ['queue.check("a"); return queue.check("")?.message;', 'a key is not empty'],
    // What is no number.
    [
      'return clock - 2;',
      '`clock` is an object, which is no number: what is computed from it is NaN. It has numbers in `wall`, `monotonic`.',
    ],
    [
      'return clock + 2 <= 7;',
      '`clock` is an object, which is no number: what is computed from it is NaN. It has numbers in `wall`, `monotonic`.',
    ],
    [
      'return node.spec.limit * 2;',
      '`node.spec.limit` is `undefined`, which is no number: what is computed from it is NaN.',
    ],
    [
      'let sum = 1; sum -= node.spec.limit; return sum;',
      '`node.spec.limit` is `undefined`, which is no number: what is computed from it is NaN.',
    ],
    [
      'const share = 0 / 0; return share < 3;',
      '`share` is NaN: it was computed from something that is no number. Every comparison with NaN is false.',
    ],
    ['return "a" + clock.wall + `${1}` + ("b" < "c");', 'a31true'],
    ['const share = 0 / 0; return Number.isNaN(share) ? 0 : share;', '0'],
    ['return 2n * 3n + 1n > 6;', 'true'],
    // Names that are not there.
    [
      'class Worker { #queue = queue; *run() { this.#Queue.add("b"); } }',
      "a.ts line 18, column 46: expected TypeScript, found something else: Private field '#Queue' must be declared in an enclosing class; did you mean #queue?",
    ],
  ])('%s', (body, says) => {
    expect(told(body).replace(/^Slip: /, '')).toBe(says);
  });

  test.each([
    [
      'function main(): boolean',
      'if (node.spec) return 1;',
      'The function returns `1`. It has to return `true` or `false`.',
    ],
    [
      'function main(): boolean',
      'node.spec;',
      'The function ends without a `return`. It has to return `true` or `false`.',
    ],
    ['function main(): boolean', 'for (;;) return true;', 'true'],
    [
      'function main(): number',
      'return 0 / 0;',
      'The function returns `0 / 0`, which is `NaN`. It has to return a number.',
    ],
    [
      'function main(): Error | undefined',
      'return null;',
      'The function returns `null`. It has to return an error, or `undefined` where Go returns `nil`.',
    ],
    ['function main(): Error | undefined', 'node.spec;', 'undefined'],
    [
      'function main(): Error[]',
      "return ['no'];",
      'The function returns `[\'no\']`, which is `Array(1) ["no"]`. It has to return a list of errors.',
    ],
    [
      'function* main(): Blocking<boolean>',
      'return [true];',
      'The function returns `[true]`, which is `Array(1) [true]`. It has to return `true` or `false`.',
    ],
    [
      'function* main(): Blocking<Result<Set<string>>>',
      'return new Set();',
      'The function returns `new Set()`, which is `Set(0) {}`. It has to return a pair, `[value, undefined]` or `[undefined, err]`.',
    ],
    [
      'function main(): Answer',
      'return true;',
      "The function returns `true`. It has to return a status, such as `newStatus('Unschedulable', 'why')`, or `undefined` for success.",
    ],
    ['function main(): Answer', 'return { asError: () => undefined };', '[object Object]'],
    ['function main(): Answer', 'node.spec;', 'undefined'],
    ['function main(): Blocking<boolean>', 'return queue.sync("a");', '[object Generator]'],
  ])('%s { %s }', (header, body, says) => {
    expect(told(body, header).replace(/^Slip: /, '')).toBe(says);
  });

  test('a class says which of its own members is meant', () => {
    const body =
      'class Worker { #queue = queue; *run() { this.queue.add("b"); } } return yield* new Worker().run();';
    expect(told(body)).toBe('Slip: `this` has no `queue`. Did you mean `#queue`?');
  });

  test('a function at hand that makes a changed copy is named', () => {
    const body = 'const withCount = (one: any) => one; withCount(node); node.spec = 1;';
    expect(told(body)).toContain('such as `{ ...node, spec: … }`. `withCount` makes one, too.');
  });
});
