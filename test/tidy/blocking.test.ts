import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { droppedGenerators } from './blocking.ts';

const prelude = `
type Blocking<T> = Generator<number, T, void>;
declare function* get(): Blocking<[string, boolean]>;
declare function go(name: string, process: Blocking<unknown>): void;
declare function each(call: () => void): void;
declare function later(make: () => Blocking<unknown>): void;
`;

/** What the check says about the body of a generator function. */
function check(body: string): string[] {
  const name = '/sample.ts';
  const text = `${prelude}\nfunction* sample(): Blocking<unknown> {\n${body}\n}`;
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true)
      : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([name], options, host);
  return droppedGenerators(program, (file) => file === name).map(({ line, says }) => `${line - 8}: ${says}`);
}

describe('a generator without yield*', () => {
  test('dropped on the floor is found, with file, line, call and what to write', () => {
    expect(check('get();')).toEqual([
      '1: get() makes a generator that nobody takes, so it never runs: write `yield* get()`, or `sim.go(name, get())` for a process of its own.',
    ]);
  });

  test.each([
    ['const [key, quit] = get();', 'is taken apart'],
    ['let key, quit; [key, quit] = get();', 'is taken apart'],
    ['yield get() as never;', 'is yielded as a value'],
    ['if (get()) return;', 'is used as if it were its result'],
    ['while (!get()) {}', 'is used as if it were its result'],
    ['const same = get() === undefined;', 'is used as if it were its result'],
    ['get() ? 1 : 2;', 'is asked for its truth'],
    ['each(() => get());', 'is returned to a caller that wants nothing'],
    ['void get();', 'is used as if it were its result'],
    ['true && get();', 'nobody takes'],
  ])('%s', (body, wrong) => {
    expect(check(body)).toEqual([
      expect.stringContaining(`makes a generator that ${wrong}, so it never runs`),
    ]);
  });

  test.each([
    'yield* get();',
    'const [key, quit] = yield* get();',
    'if ((yield* get())[1]) return;',
    'return yield* get();',
    'return get();',
    'go("worker", get());',
    'const process = get(); yield* process;',
    'later(() => get());',
    'for (const op of get()) yield op;',
    'get().next();',
    'const made = true ? get() : undefined;',
  ])('%s is right', (body) => {
    expect(check(body)).toEqual([]);
  });
});
