import fc from 'fast-check';
import { transform } from 'sucrase';
import * as hooks from '../../src/instrument/hook.ts';
import { instrument } from '../../src/instrument/instrument.ts';

/*
 * Small programs that end, made of what the runtime's code is made of. Each is a generator `main` that logs with
 * `out(...)`; loops have their own counters, and throw, break and continue come where they may.
 */

const names = ['a', 'b', 'c'] as const;
const name = fc.constantFrom(...names);

/** What may stand in an arrow function: it cannot yield. */
const pure = fc.tuple(name, fc.constantFrom('+', '<', '||'), name).map((parts) => parts.join(' '));
const pureBlock = fc
  .tuple(pure, name, pure)
  .map(([e, v, f]) => `if (${e}) return 1;\nfor (let ${v}: any = 0; ${v} < 2; ${v}++) out(${f});`);

/** Nested labels must differ. */
function labelled(block: string): string {
  let to = '$out';
  while (block.includes(to)) to += '1';
  return `{ let $n = 0; ${to}: while (true) { for (;;) { if ($n++ > 1) break ${to};\n${block} continue ${to}; } } }`;
}

const { statement } = fc.letrec<{ expression: string; statement: string; block: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.integer({ min: 0, max: 9 }).map(String),
    name,
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '<', '&&', '??'), tie('expression'))
      .map(([l, op, r]) => `((${l}) ${op} (${r}))`),
    fc.tuple(name, pureBlock).map(([v, b]) => `[1, 2].map((${v}): any => { ${b} return ${v}; }).length`),
    fc.tuple(name, pure).map(([v, e]) => `((${v}: any): any => (${e}))(2)`),
    tie('expression').map((e) => `(yield (${e}))`),
    fc.tuple(name, tie('block')).map(([v, b]) => `(yield* (function* (${v} = 4): Generator { ${b} })())`),
  ),
  statement: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    tie('expression').map((e) => `out(${e});`),
    fc.tuple(name, tie('expression')).map(([v, e]) => `${v} = ${e};`),
    tie('block').map((b) => `{ ${b} }`),
    fc
      .tuple(name, tie('expression'), tie('block'))
      .map(([v, e, b]) => `{ out(typeof 0); let ${v}: any = ${e}; ${b} }`),
    fc
      .tuple(tie('expression'), tie('statement'), tie('statement'))
      .map(([e, s, t]) => `if (${e}) ${s}\nelse ${t}`),
    fc.tuple(name, tie('statement')).map(([v, s]) => `for (const ${v} of [1, 2]) ${s}`),
    fc
      .tuple(name, tie('block'))
      .map(([v, b]) => `for (let ${v}: any = 0, $n = 0; $n < 2; $n++) { ${b} if (${v} > 1) break; }`),
    fc
      .tuple(tie('block'), tie('expression'))
      .map(([b, e]) => `{ let $n = 0; do { ${b} if (${e}) continue; } while ($n++ < 1); }`),
    tie('block').map(labelled),
    fc
      .tuple(tie('expression'), name, tie('expression'), tie('block'))
      .map(
        ([e, v, f, b]) =>
          `switch (${e}) { case 1: let ${v}: any = ${f}; ${b} break; case 2: out(2);\ndefault: ${b} }`,
      ),
    fc
      .tuple(tie('block'), name, tie('block'))
      .map(([b, v, c]) => `try { ${b} } catch (${v}: any) { ${c} } finally { out('f'); }`),
    tie('expression').map((e) => `throw new Error(String(${e}));`),
    fc
      .tuple(name, tie('expression'))
      .map(([v, e]) => `{ const { length: ${v} = ${e}, ...rest } = [${e}] as any; out(rest); }`),
    tie('block').map((b) => `{ out(hoisted()); function hoisted() { return 5; } ${b} }`),
    tie('block').map(
      (b) => `{ class C { #p = 1; *g(): Generator { ${b} return this.#p; } }\nout(yield* new C().g()); }`,
    ),
  ),
  block: fc.array(tie('statement'), { maxLength: 3 }).map((statements) => statements.join('\n')),
}));

/** The text of a program. */
export const program = fc.array(statement, { minLength: 1, maxLength: 4 }).map((statements) => {
  const body = statements.join('\n');
  return `export function* main(out: (value: unknown) => void): Generator<unknown> {
let a: any = 1, b: any = 2, c: any = 3;
${body}
return [a, b, c];
}`;
});

/** What a program logs, yields, and returns or throws; or that it cannot be read. */
export function run(source: string, instrumented: boolean, hooked: boolean): unknown[] {
  const log: unknown[] = [];
  const code = instrumented
    ? instrument(source, 'a.ts', { hook: { object: 'hooks' }, commonJS: true }).code
    : transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true }).code;
  const before = hooks.setLineHook(hooked ? { enter() {}, leave() {}, line() {} } : undefined);
  try {
    const exports: { main?: (out: (value: unknown) => void) => Generator<unknown> } = {};
    new Function('exports', 'hooks', code)(exports, hooks);
    const going = exports.main?.((value) => void log.push(['out', String(value)]));
    for (let i = 0; i < 500; i++) {
      const next = going?.next(i % 3);
      log.push([next?.done ? 'returned' : 'yielded', String(next?.value)]);
      if (next?.done) break;
    }
  } catch (error) {
    log.push(String(error));
  } finally {
    hooks.setLineHook(before);
  }
  return log;
}
