import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import type { CodeExercise } from '../../../../src/components/exercises/exercise.ts';
import { aboutName } from '../../../../src/components/exercises/editor/about-name.ts';
import { offersAt } from '../../../../src/components/exercises/editor/complete.ts';
import { readTypes, runtimeProgram } from '../../../../src/components/exercises/editor/read-types.ts';
import type { InSight } from '../../../../src/components/exercises/editor/reading.ts';
import { unknownNames } from '../../../../src/components/exercises/editor/unknown-names.ts';
import { type ExerciseParts, partsOf } from '../../../../src/components/exercises/parts.ts';
import { runtimePath } from '../../../../src/instrument/runtime-graph.ts';
import { exerciseAt, exerciseFiles, swap, told, tryOut } from '../../../exercises/tried.ts';

interface Known extends InSight {
  readonly exercise: CodeExercise;
  readonly parts: ExerciseParts;
}

const all = await Promise.all(exerciseFiles.map((path) => exerciseAt(path)));
const inCode = all.filter((one): one is CodeExercise => one.kind === 'code');

// Read when a test needs them: the compiler comes with the first.
const read = new Map<string, Known>();
function known(id: string): Known {
  const found = read.get(id);
  if (found) return found;
  const exercise = inCode.find((one) => one.id === id);
  if (!exercise) throw new Error(`there is no exercise in code called ${id}`);
  const parts = partsOf(exercise);
  const made = { exercise, parts, table: readTypes(exercise), inClass: parts.inClass };
  read.set(id, made);
  return made;
}

/** What is offered at the ‸ of a text. */
function offered(id: string, write: (parts: ExerciseParts) => string): string[] {
  const inSight = known(id);
  const text = write(inSight.parts);
  const at = text.indexOf('‸');
  if (at < 0) throw new Error(`there is no ‸ in\n${text}`);
  const found = offersAt(text.replace('‸', ''), at, inSight);
  return (found?.offers ?? []).map(({ name, is, doc }) =>
    doc === '' ? name + is : `${name}${is} // ${doc}`,
  );
}

describe('members are offered behind a full stop', () => {
  test('of a part of the queue', () => {
    const list = offered('machinery/workqueues/once', ({ start }) => swap(start, 'append(item)', '‸'));
    expect(list).toEqual([
      'name: string',
      '#sim: Sim',
      '#queue: Line<T> // In the order of work.',
      '#dirty: Set<T> // All items that need work.',
      '#processing: Set<T> // All items being worked on.',
      '#cond: Cond',
      '#shuttingDown: boolean',
      'add(item: T): void // Marks an item as in need of work.',
      'len(): number // Items that could be taken now.',
      'get(): Blocking<[T, false] | [undefined, true]> // Parks until there is an item, or until shutdown: then `[undefined, true]`.',
      'done(item: T): void // Ends the work on an item; if it was added meanwhile, it is queued again.',
      'shutDown(): void // From now on items are no longer taken in; workers are told to end once the queue is empty.',
      'shuttingDown(): boolean',
      'peek(): QueueView<T> // For observers.',
      '#append(item: T): void',
    ]);
  });

  test('of what a call gives, through generators, pairs and callbacks', () => {
    const id = 'controllers/replicaset/expectations';
    const before = (code: string) => (parts: ExerciseParts) =>
      swap(parts.start, 'let diff', `${code}\n    let diff`);
    expect(offered(id, before("this.#podLister.pods('a').‸"))).toEqual([
      'list(selector: Selector): Result<Pod[]>',
      'get(name: string): Result<Pod, StatusError> // NotFound if the cache does not have it.',
    ]);
    expect(offered(id, before("const [pod, err] = this.#podLister.pods('a').get('b'); pod.‸"))).toEqual([
      "apiVersion: 'v1'",
      "kind: 'Pod'",
      'metadata: { annotations?: { … }; creationTimestamp?: string; deletionGracePeriodSeconds?: number; … }',
      'spec: PodSpec',
      'status: PodStatus',
    ]);
    expect(offered(id, before('filteredPods.map((pod) => pod.spec?.containers[0].im‸)')).slice(4, 7)).toEqual(
      ['image?: string', 'imagePullPolicy?: string', 'lifecycle?: Lifecycle'],
    );
    expect(
      offered(id, before('const made = yield* this.#createOnePod(rs); made?.‸')).filter((one) =>
        /^m|^n/.test(one),
      ),
    ).toEqual(['name: string', 'message: string']);
  });

  test('of the queue of a controller of one’s own, with what its parameter stands for', () => {
    const list = offered('your-own/standard-shape/worker', ({ solution }) =>
      swap(solution, 'this.queue.get', 'this.queue.‸get'),
    );
    expect(list).toEqual([
      'addRateLimited(item: string): void // Adds the item when the rate limiter says so.',
      'forget(item: string): void // Ends the counting of failures of an item.',
      'numRequeues(item: string): number // How often the item was added rate-limited since it was last forgotten.',
      'addAfter(item: string, ms: number): void // Adds the item when `ms` have passed.',
      'add(item: string): void',
      'len(): number // Items that could be taken now.',
      'get(): Blocking<[undefined, true] | [string, false]> // Parks until there is an item, or until shutdown: then `[undefined, true]`.',
      'done(item: string): void // To be called when the work on an item that `get` gave is over.',
      'shutDown(): void',
      'shuttingDown(): boolean',
    ]);
  });

  test('of a plugin, and of a list of scores', () => {
    const plugin = 'scheduler/writing-a-plugin/filter';
    expect(offered(plugin, ({ solution }) => swap(solution, 'inUse.in', 'inUse.‸'))).toEqual([
      'in(zone: string): number',
      'add(zone: string, count: number): void',
      'clone(): InUse // A copy in which `addPod` and `removePod` may change what they change.',
    ]);
    const inLoop = ({ solution }: ExerciseParts) => swap(solution, 'node.score = maxPriority', 'node.‸');
    expect(offered('scheduler/scoring/stretch', inLoop)).toEqual([
      'name: string',
      'score: number // A whole number.',
    ]);
  });

  test('and none where nothing is known, in a text, or in a number', () => {
    const id = 'machinery/workqueues/once';
    for (const code of ['JSON.parse(item).‸', "'this.‸'", '1.‸', '`a ‸`', '// this.‸'])
      expect(offered(id, ({ start }) => swap(start, 'this.#append(item);', `${code}\n`))).toEqual([]);
  });
});

test('names in sight are offered: those of the text, then those of the file, then those of the language', () => {
  const list = offered('scheduler/spreading/skew', ({ solution }) => swap(solution, '{\n', '{\n  ‸\n'));
  expect(list.slice(0, 4)).toEqual([
    's: PreFilterState',
    'pod: Pod',
    'node: Node',
    'filterBySkew(s: PreFilterState, pod: Pod, node: Node): Answer // A node is refused if with the pod on it its topology would hold more matching pods than the emptiest one by more than the constraint allows.',
  ]);
  const names = list.map((one) => /^\w+/.exec(one)?.[0]);
  expect(names.indexOf('labelOf')).toBeLessThan(names.indexOf('Math'));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('fetch');
});

describe('a name says what it is', () => {
  const about = (id: string, name: string) => {
    const inSight = known(id);
    const found = aboutName(inSight.parts.solution, inSight.parts.solution.indexOf(name), inSight);
    return found && [found.is, found.doc];
  };

  test.each([
    [
      'your-own/standard-shape/worker',
      'sync(key)',
      'sync(key: string): Blocking<Error | undefined>',
      'Brings the label of one node to the number of pods.',
    ],
    ['your-own/standard-shape/worker', 'quit', 'quit: boolean', ''],
    ['controllers/replicaset/expectations', 'rsKey', 'rsKey: string | undefined', ''],
    ['controllers/replicaset/expectations', 'getPodKeys', 'getPodKeys(pods: readonly Pod[]): string[]', ''],
    ['scheduler/scoring/stretch', 'trunc', 'trunc(x: number): number', ''],
  ])('%s: %s', (id, name, is, doc) => expect(about(id, name)).toEqual([is, doc]));

  test('and a key word none', () => expect(about('scheduler/scoring/stretch', 'return')).toBeUndefined());
});

describe('what is not there', () => {
  const marks = (id: string, text: string): string[][] =>
    unknownNames(text, known(id)).map(({ from, to, says }) => [text.slice(from, to), says]);

  test.each(inCode.map(({ id }) => id))('is nothing in the start and the solution of %s', (id) => {
    const { start, solution } = known(id).parts;
    expect([...marks(id, start), ...marks(id, solution)]).toEqual([]);
  });

  test.each([
    [
      'machinery/workqueues/once',
      'this.#dirty.has',
      'this.#dirty.Has',
      'Has',
      '`Has` is not a method of `this.#dirty`. Did you mean `has`?',
    ],
    [
      'machinery/workqueues/once',
      'this.#append(item)',
      'this.append(item)',
      'append',
      '`append` is not a method of `this`. Did you mean `#append`?',
    ],
    [
      'machinery/workqueues/once',
      'this.#dirty.has(item)',
      'this.#queue.includes(item)',
      'includes',
      '`includes` is not a method of `this.#queue`. It has these: `append`, `take`, `toArray`.',
    ],
    [
      'controllers/replicaset/expectations',
      'expectCreations',
      'expectCreation',
      'expectCreation',
      '`expectCreation` is not a method of `this.#expectations`. Did you mean `expectCreations`?',
    ],
    [
      'your-own/standard-shape/worker',
      'this.queue.done(key)',
      'this.queue.Done(key)',
      'Done',
      '`Done` is not a method of `this.queue`. Did you mean `done`?',
    ],
    [
      'scheduler/scoring/stretch',
      'node.score)',
      'node.scores)',
      'scores',
      '`node` has no `scores`. Did you mean `score`?',
    ],
    [
      'scheduler/scoring/stretch',
      'node.score) /',
      'node.points) /',
      'points',
      '`node` has no `points`. It has these: `name`, `score`.',
    ],
    [
      'scheduler/scoring/stretch',
      'return undefined',
      'return nil',
      'nil',
      'There is no `nil` here. In TypeScript, write `undefined`.',
    ],
    [
      'scheduler/scoring/stretch',
      '(maxPriority *',
      '(maxPriorty *',
      'maxPriorty',
      'There is no `maxPriorty` here. Did you mean `maxPriority`?',
    ],
    ['scheduler/scoring/stretch', 'return undefined', 'return fetch', 'fetch', 'There is no `fetch` here.'],
  ])('is marked in %s: %s as %s', (id, part, by, name, says) => {
    expect(marks(id, swap(known(id).parts.solution, part, by))).toEqual([[name, says]]);
  });

  test('is told as a run tells it', async () => {
    const { exercise } = known('machinery/workqueues/once');
    const wrong = ({ solution }: ExerciseParts) => swap(solution, 'this.#dirty.has', 'this.#dirty.Has');
    const [[, says = ''] = []] = marks(exercise.id, wrong(known(exercise.id).parts));
    const refused = told(await tryOut({ ...exercise, seeds: [1] }, wrong)).join();
    expect(says).not.toBe('');
    expect(refused).toContain(says);
  });

  test('is left alone where it may be there', () => {
    const id = 'machinery/workqueues/once';
    const { start } = known(id).parts;
    for (const code of [
      'JSON.parse(String(item)).anything.at.all();',
      'const own = { a: 1 }; own.b;',
      'this.seen = true;',
      'try { this.len(); } catch (err) { if (err instanceof RangeError) err.message; err.code; }',
      'const a = ; this.nowhere();',
      'this.\nconst [a] = [1]; a;',
    ])
      expect(marks(id, swap(start, 'this.#append(item);', code))).toEqual([]);
    const more = `${start}\n\n  more(): void {\n    this.more();\n  }`;
    expect(marks(id, more)).toEqual([]);
  });
});

/** The members that the compiler sees behind each full stop of a declaration, by their places in its text. */
function seenByCompiler({ exercise, parts }: Known): {
  text: string;
  stops: { at: number; names: string[] }[];
} {
  const program = runtimeProgram(exercise.file);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(runtimePath + exercise.file)!;
  const { from, to } = parts.place!;
  const starts = source.getLineStarts();
  const [start, end] = [starts[from - 1]!, starts[to] ?? source.end];
  const stops: { at: number; names: string[] }[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isPropertyAccessExpression(node) || node.pos < start || node.end > end) return;
    const type = checker.getApparentType(
      checker.getNonNullableType(checker.getTypeAtLocation(node.expression)),
    );
    const names = checker
      .getPropertiesOfType(type)
      .filter(({ valueDeclaration: declared }) => !declared || !ts.getJSDocDeprecatedTag(declared))
      .map(({ name }) => name)
      .filter((name) => /^[A-Za-z]/.test(name));
    stops.push({ at: node.name.getStart(source) - start, names });
  };
  visit(source);
  return { text: source.text.slice(start, end), stops };
}

test('behind a full stop is offered what the compiler sees there', () => {
  let all = 0;
  const less: string[] = [];
  for (const exercise of inCode) {
    const inSight = known(exercise.id);
    const { text, stops } = seenByCompiler(inSight);
    for (const { at, names } of stops) {
      all += 1;
      const found = (offersAt(text, at, inSight)?.offers ?? []).map(({ name }) => name);
      if (names.some((name) => !found.includes(name)))
        less.push(`${exercise.id}: ${text.slice(Math.max(0, at - 30), at)}`);
    }
  }
  expect(all).toBeGreaterThan(200);
  // Too many steps away: of that type no more than its name is kept.
  expect(less).toEqual(['controller-manager/starting-controllers/too-late: ntConfig.replicaSetController.']);
});
