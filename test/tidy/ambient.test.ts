import { expect, test } from 'vitest';
import { ambient } from './ambient.ts';

const says = (text: string) => ambient({ path: 'a.ts', text }).map(({ line, says }) => `${line}: ${says}`);

test('the clock, the dice and the tasks of the host are found, with what to write', () => {
  expect(
    says(
      'const t = Date.now();\nconst d = new Date();\nconst r = Math.random();\nsetTimeout(() => {}, 1);\nconst c = a.localeCompare(b);',
    ),
  ).toEqual([
    '1: uses Date.now: write `sim.now()` instead.',
    '2: uses new Date() without a time: write `new Date(sim.now())` instead.',
    '3: uses Math.random: write a `Random` of the Sim instead.',
    '4: uses setTimeout: write `yield* sim.sleep(ms)` or a timer of the Sim instead.',
    '5: uses localeCompare: write `<` and `>` instead.',
  ]);
  expect(says('async function f() {\n  await 1;\n}').map((text) => text.slice(0, 12))).toEqual([
    '1: uses asyn',
    '2: uses awai',
  ]);
});

test('times of the Sim, comments and strings are left alone', () => {
  expect(says('// Date.now() is banned\nconst d = new Date(sim.now());\nconst s = "setTimeout";')).toEqual(
    [],
  );
});
