import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import * as hooks from '../../src/instrument/hook.ts';
import { instrument } from '../../src/instrument/instrument.ts';
import { preview } from '../../src/instrument/preview.ts';
import { instrumentRuntime } from '../../src/instrument/vite-plugin.ts';
import { program, run } from './programs.ts';

afterEach(() => void hooks.setLineHook(undefined));

/** Runs `main()` of a source and tells the hook's calls. */
function linesOf(source: string): string[] {
  const told: string[] = [];
  const { code } = instrument(source, 'a.ts', { hook: { object: 'hooks' }, commonJS: true });
  const exports: { main?: () => unknown } = {};
  new Function('exports', 'hooks', code)(exports, hooks);
  hooks.setLineHook({
    enter: (file, name) => void told.push(`enter ${file} ${name}`),
    leave: () => void told.push('leave'),
    line(_file, line, name, locals) {
      const values = Object.entries(locals).map(([key, value]) => ` ${key}=${preview(value)}`);
      told.push(`${line} ${name}${values.join('')}`);
    },
  });
  const result = exports.main?.();
  if (typeof result === 'object')
    for (const value of result as Iterable<unknown>) told.push(`got ${String(value)}`);
  return told;
}

describe('instrument', () => {
  test('writes hooks between the code and moves no line', () => {
    const source = [
      "import { type A, b } from './b.ts';",
      'export class Counter<T> {',
      '  readonly #items: T[] = [];',
      '  *each(from: number): Generator<T> {',
      '    for (const item of this.#items) {',
      '      if (from-- > 0) continue;',
      '      yield* b(item as A);',
      '    }',
      '  }',
      '}',
    ].join('\n');
    const { code, lines } = instrument(source, 'counter.ts', { hook: { from: 'the-hook' } });
    expect(code).toMatchInlineSnapshot(`
      "import{lineHook as $$line}from"the-hook";var $$file="counter.ts";import { b } from './b.ts';
      export class Counter {
         #items = [];
        *each(from) {if($$line)$$line.enter($$file,"each");try{
          if($$line)$$line.line($$file,5,"each",{from});for (const item of this.#items) {if($$line)$$line.line($$file,5,"each",{from,item});
            if($$line)$$line.line($$file,6,"each",{from,item});if (from-- > 0) {if($$line)$$line.line($$file,6,"each",{from,item});continue;}
            if($$line)$$line.line($$file,7,"each",{from,item});yield* b(item );
          }
        }finally{if($$line)$$line.leave();}}
      }"
    `);
    expect(lines).toEqual([5, 6, 7].map((line) => ({ line, function: 'each' })));
  });

  test('tells every line with the values that are set by then', () => {
    const source = `
      export function main(): void {
        const list: number[] = [];
        let n = 1;
        while (n < 3) {
          const twice = n * 2;
          list.push(twice);
          n++;
        }
        if (n > 5) list.pop();
        else if (n === 3) list.reverse();
        add(list, { to: 'x' });
      }
      const add = (list: readonly number[], { to, ...rest }: { to: string }): string => {
        return list.map((item) => item + to).join();
      };`;
    expect(linesOf(source)).toMatchInlineSnapshot(`
      [
        "enter a.ts main",
        "3 main",
        "4 main list=Array(0) []",
        "5 main list=Array(0) [] n=1",
        "5 main list=Array(0) [] n=1",
        "6 main list=Array(0) [] n=1",
        "7 main list=Array(0) [] n=1 twice=2",
        "8 main list=Array(1) [2] n=1 twice=2",
        "5 main list=Array(1) [2] n=2",
        "6 main list=Array(1) [2] n=2",
        "7 main list=Array(1) [2] n=2 twice=4",
        "8 main list=Array(2) [2, 4] n=2 twice=4",
        "10 main list=Array(2) [2, 4] n=3",
        "11 main list=Array(2) [2, 4] n=3",
        "11 main list=Array(2) [2, 4] n=3",
        "12 main list=Array(2) [4, 2] n=3",
        "enter a.ts add",
        "15 add list=Array(2) [4, 2] to="x" rest={}",
        "leave",
        "leave",
      ]
    `);
  });

  test('follows a generator from yield to yield', () => {
    const source = `
      export function* main(): Generator<number> {
        try {
          for (let i = 0; i < 2; i++) yield i;
          yield* inner(7);
        } finally {
          last();
        }
      }
      function* inner(n: number): Generator<number> {
        yield n;
      }
      function last() {}`;
    expect(linesOf(source)).toMatchInlineSnapshot(`
      [
        "enter a.ts main",
        "3 main",
        "4 main",
        "4 main i=0",
        "4 main i=0",
        "got 0",
        "4 main i=1",
        "4 main i=1",
        "got 1",
        "5 main",
        "enter a.ts inner",
        "11 inner n=7",
        "got 7",
        "leave",
        "7 main",
        "enter a.ts last",
        "leave",
        "leave",
      ]
    `);
  });

  test('never reads a variable before its time', () => {
    const source = `
      export function main() {
        const early = () => { return late; };
        const x = 1;
        {
          hoisted();
          const x = 2;
          function hoisted() { return typeof early; }
        }
        switch (x as number) {
          case 0: { break; }
          case 3: const jumped = 1; break;
          default: [jumped1()];
        }
        function jumped1() { return 1; }
        const late = 3;
        early();
      }`;
    expect(linesOf(source)).toMatchInlineSnapshot(`
      [
        "enter a.ts main",
        "3 main",
        "4 main early=a function",
        "6 main early=a function",
        "enter a.ts hoisted",
        "8 hoisted early=a function",
        "leave",
        "7 main early=a function",
        "10 main early=a function x=1",
        "13 main early=a function x=1",
        "enter a.ts jumped1",
        "15 jumped1",
        "leave",
        "16 main early=a function x=1",
        "17 main early=a function x=1 late=3",
        "enter a.ts early",
        "3 early",
        "leave",
        "leave",
      ]
    `);
  });

  test('names functions as readers know them', () => {
    const source = `
      class Queue {
        #drop = () => { return 1; };
        handler: () => number;
        constructor() { this.handler = () => { return this.#drop(); }; }
        get size() { return [1].map((n) => { return n; })[0]; }
        static of = { make: () => { return new Queue(); } };
      }
      export function main() { const q = Queue.of.make(); q.handler(); return void q.size; }`;
    const names = linesOf(source).filter((line) => line.startsWith('enter'));
    expect(names).toEqual(
      ['main', 'make', 'new Queue', 'handler', '#drop', 'size', 'a function of size'].map(
        (name) => `enter a.ts ${name}`,
      ),
    );
  });

  test('instrumented programs do what the plain ones do', () => {
    fc.assert(
      fc.property(program, (source) => {
        const plain = run(source, false, false);
        expect(run(source, true, false)).toEqual(plain);
        expect(run(source, true, true)).toEqual(plain);
        const { code } = instrument(source, 'a.ts', { hook: { from: 'x' } });
        expect(code.split('\n').length).toBe(source.split('\n').length);
      }),
      { numRuns: 300, seed: 20210116 },
    );
  });
});

test('every file of the runtime can be instrumented, in both forms, and keeps its lines', () => {
  const runtime = new URL('../../src/runtime/', import.meta.url);
  const files = readdirSync(runtime, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files).toContain('sim/chan.ts');
  for (const file of files) {
    const source = readFileSync(new URL(file, runtime), 'utf8');
    const module = instrument(source, file, { hook: { from: 'x' } });
    expect([file, module.code.split('\n').length]).toEqual([file, source.split('\n').length]);
    const { code, lines } = instrument(source, file, { hook: { object: 'x' }, commonJS: true });
    expect(() => new Function('require', 'exports', 'x', code), file).not.toThrow();
    expect(lines, file).toEqual(module.lines);
  }
});

describe('instrumentRuntime', () => {
  test('touches the given files of the runtime and no others', () => {
    const { transform } = instrumentRuntime(['sim/chan.ts']) as unknown as {
      transform(source: string, id: string): { code: string } | null;
    };
    const path = new URL('../../src/runtime/sim/', import.meta.url).pathname;
    const source = 'export function f(): void { f(); }';
    expect(transform(source, `${path}chan.ts`)?.code).toContain('$$line.line($$file,1,"f",{})');
    expect(transform(source, `${path}chan.ts?v=1`)?.code).toContain('var $$file="sim/chan.ts";');
    expect(transform(source, `${path}chan.ts?raw`)).toBe(null);
    expect(transform(source, `${path}sim.ts`)).toBe(null);
    expect(transform(source, '/elsewhere/sim/chan.ts')).toBe(null);
  });
});
