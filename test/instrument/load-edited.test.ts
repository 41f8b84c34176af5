import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type Exports, loadEdited } from '../../src/instrument/load-edited.ts';
import { recordLines } from '../../src/instrument/record-lines.ts';
import * as queue from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import * as chan from '../../src/runtime/sim/chan.ts';
import * as limits from '../../src/runtime/sim/limits.ts';
import * as process from '../../src/runtime/sim/process.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import * as sync from '../../src/runtime/sim/sync.ts';
import { hostileThrows } from './throws.ts';
import { newSample } from '../recording/sample.ts';

const runtime = new URL('../../src/runtime/', import.meta.url);
const modules: Record<string, Exports> = {
  'limits.ts': limits,
  'process.ts': process,
  'sync.ts': sync,
};
const resolve = (specifier: string): Exports | undefined =>
  modules[specifier.slice(specifier.lastIndexOf('/') + 1)];

function load<T>(path: string, edit = (text: string): string => text): T {
  const [exports, problem] = loadEdited(edit(readFileSync(new URL(path, runtime), 'utf8')), path, resolve);
  if (problem) throw new Error(problem.message);
  return exports as T;
}

/** Code that is nested as deep as one likes. */
const nestings: readonly (readonly [string, (depth: number) => string])[] = [
  ['parentheses', (n) => `export const a = ${'('.repeat(n)}1${')'.repeat(n)};`],
  ['blocks', (n) => `export function f() {${'{'.repeat(n)}${'}'.repeat(n)}}`],
  ['signs', (n) => `export const a = ${'- '.repeat(n)}1;`],
  ['sums', (n) => `export const a = ${'1 + '.repeat(n)}1;`],
  ['branches', (n) => `export function f() {${'if (1) '.repeat(n)};}`],
  ['arrows', (n) => `export const a = ${'() => '.repeat(n)}1;`],
  ['types', (n) => `export const a: ${'['.repeat(n)}${']'.repeat(n)} = [];`],
  ['functions', (n) => `export const a = ${'function () { return '.repeat(n)}1${'}'.repeat(n)};`],
];

describe('loadEdited', () => {
  test.each([
    ['const a: number = ;', 1, 19, 'Unexpected token'],
    ['\n\nconst a: number = 1; const a = 2;', 3, 28, "Identifier 'a' has already been declared"],
    ['export function f(x: string) {\n  return `a', 2, 11, 'Unterminated template'],
  ])('%j does not parse, and the problem says where', (source, line, column, said) => {
    expect(loadEdited(source, 'a/b.ts', resolve)[1]).toEqual({
      message:
        `a/b.ts line ${line}, column ${column}: expected TypeScript, found something else: ${said}; ` +
        'look there, and just before, for a missing or extra bracket, comma or quote',
      line,
      column,
    });
  });

  test('an import that is not offered is a problem', () => {
    expect(loadEdited("\nimport { x } from './no.ts';\nexport const y = x;", 'a.ts', resolve)[1]).toEqual({
      message:
        'a.ts: expected imports that the original file has, found "./no.ts"; import only from the modules that it imports already',
      line: 2,
    });
  });

  test('an import that waits is offered no more than others', async () => {
    const [exports] = loadEdited("export const later = import('./no.ts');", 'a.ts', resolve);
    await expect(exports?.['later']).rejects.toThrow('./no.ts');
  });

  test.each([
    ["throw new Error('no');", 'Error: no'],
    [
      'while (true);',
      'EndlessLoop: endless loop: expected at most 200000 lines in one step, found the module still running ' +
        'at line 1 of a.ts; check that its loop ends, or waits with a yield* in every round',
    ],
  ])('%j does not load, and the problem says why', (source, found) => {
    expect(loadEdited(source, 'a.ts', resolve)[1]).toEqual({
      message: `a.ts line 1: expected the module to load, found that it throws: ${found}; look at its statements outside functions`,
      line: 1,
    });
  });

  test.each(hostileThrows)('%j does not load, and the problem has its line', (statement, says) => {
    const problem = loadEdited(`export const a = 1;\n${statement}`, 'a.ts', resolve)[1];
    expect(problem).toEqual({
      message: `a.ts line 2: expected the module to load, found that it throws: ${says}; look at its statements outside functions`,
      line: 2,
    });
  });

  test.each(nestings)('what is nested without end is a problem with its place: %s', (_, nested) => {
    expect(loadEdited(nested(200), 'a.ts', resolve)[1]).toBeUndefined();
    const problem = loadEdited(`\n${nested(20_000)}`, 'a.ts', resolve)[1];
    const place = problem?.line === undefined ? 'a.ts' : `a.ts line 2, column ${problem.column}`;
    expect(problem?.message).toBe(
      `${place}: expected code nested at most 200 deep, found it deeper; write it in smaller parts`,
    );
  });

  test('of brackets, the first that is too deep is named', () => {
    const source = `export const a = ${'['.repeat(20_000)}${']'.repeat(20_000)};`;
    expect(loadEdited(source, 'a.ts', resolve)[1]).toMatchObject({
      line: 1,
      column: 'export const a = '.length + 201,
    });
  });

  test('imports stay live, and exports of all kinds arrive', () => {
    const live = { count: 1 };
    const source =
      "import { count } from './chinese-live.ts';\nexport * from './live.ts';\nexport default class {}\nexport const now = () => count;";
    const [exports] = loadEdited(source, 'a.ts', () => live);
    live.count = 2;
    expect((exports as unknown as { now(): number }).now()).toBe(2);
    expect(Object.keys(exports ?? {}).sort()).toEqual(['count', 'default', 'now']);
  });

  test.each([false, true])('channels do the same instrumented as plain, lines recorded: %s', (lines) => {
    const edited = load<typeof chan>('sim/chan.ts');
    expect(channelStory(edited, lines)).toEqual(channelStory(chan, false));
  });

  test('the work queue does the same instrumented as plain', () => {
    const edited = load<typeof queue>('kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts');
    expect(queueStory(edited)).toEqual(queueStory(queue));
  });

  test('an edit changes what happens', () => {
    const edited = load<typeof queue>(
      'kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts',
      (text) => {
        const changed = text.replace('if (this.#dirty.has(item)) return;', '');
        expect(changed).not.toBe(text);
        return changed;
      },
    );
    expect(queueStory(edited)).not.toEqual(queueStory(queue));
  });
});

test('node runs the files of the runtime instrumented once told to', () => {
  const script = `
    const { registerLineHooks } = await import('./src/instrument/node-hooks.ts');
    const { setLineHook } = await import('./src/instrument/hook.ts');
    registerLineHooks(['sim/random.ts']);
    const { Random } = await import('./src/runtime/sim/random.ts');
    const seen = new Set();
    setLineHook({ enter: (file, name) => void seen.add(file + ' ' + name), leave() {}, line() {} });
    const random = new Random(1);
    random.below(3);
    console.log([...seen].join());`;
  expect(toldByNode(script).split(',')).toContain('sim/random.ts below');
});

test('a file that node loaded before the hooks were there is named as one without lines', () => {
  const script = `
    await import('./src/runtime/sim/random.ts');
    const { registerLineHooks, withoutLines } = await import('./src/instrument/node-hooks.ts');
    const files = ['sim/random.ts', 'sim/chan.ts'];
    registerLineHooks(files);
    await import('./src/runtime/sim/random.ts');
    await import('./src/runtime/sim/chan.ts');
    console.log(withoutLines(files).join());`;
  expect(toldByNode(script)).toBe('sim/random.ts');
});

/** What a script says that Node runs by itself, at the root of the project. */
function toldByNode(script: string): string {
  const cwd = new URL('../../', import.meta.url);
  const args = ['--input-type=module', '-e', script];
  return execFileSync(globalThis.process.execPath, args, { cwd, encoding: 'utf8' }).trim();
}

/** Two senders, a receiver that selects, and a close; what each saw and when. */
function channelStory({ Chan, select, after }: typeof chan, lines: boolean): string[] {
  const { sim, trace } = newSample(3);
  const recorder = recordLines(sim, trace, { files: lines ? ['sim/chan.ts'] : [] });
  const log: string[] = [];
  const a = new Chan<number>('a');
  const b = new Chan<string>('b', 1);
  sim.go(
    'sender a',
    (function* () {
      for (let i = 0; i < 3; i++) {
        yield* a.send(i);
        log.push(`${sim.now} sent ${i}`);
        yield* sim.sleep(7);
      }
      a.close();
    })(),
  );
  sim.go(
    'sender b',
    (function* () {
      for (const word of ['x', 'y', 'z']) yield* b.send(word);
      log.push(`${sim.now} b is done`);
    })(),
  );
  sim.go(
    'receiver',
    (function* () {
      for (let open = true; open;) {
        const got = yield* select(sim, { receive: a }, { receive: b }, { receive: after(sim, 5) });
        log.push(`${sim.now} ${got.index} ${String(got.value)} ${got.ok}`);
        open = got.ok;
      }
    })(),
  );
  sim.runUntilIdle();
  recorder.stop();
  if (lines) expect(trace.entries.length).toBeGreaterThan(100);
  return log;
}

/** Two workers over keys that are added again while they are worked on. */
function queueStory({ newNamed }: typeof queue): string[] {
  const sim = new Sim();
  const log: string[] = [];
  const work = newNamed<string>(sim, 'work');
  for (const worker of ['one', 'two']) {
    sim.go(
      worker,
      (function* () {
        for (;;) {
          const [key, closed] = yield* work.get();
          if (closed) return;
          log.push(`${sim.now} ${worker} has ${key}, ${work.len()} left`);
          yield* sim.sleep(key === 'a' ? 30 : 10);
          work.done(key);
        }
      })(),
    );
  }
  for (const key of ['a', 'b', 'a', 'c', 'b']) work.add(key);
  sim.after(15, () => work.add('a'));
  sim.after(16, () => work.add('c'));
  sim.after(100, () => work.shutDown());
  sim.runUntilIdle();
  return [...log, `${sim.now} end`];
}
