import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('nothing leads out of a worker any more, and the language is whole', () => {
  // In a process of its own: what is closed stays so.
  const script = `
    const { closeDoors } = await import('./src/instrument/close-doors.ts');
    const { loadEdited } = await import('./src/instrument/load-edited.ts');
    const say = console.log;
    closeDoors(globalThis);
    const told = (text) => {
      const [exports, problem] = loadEdited('export const told = ' + text + ';', 'a.ts', () => undefined);
      return problem ? problem.message : String(exports.told);
    };
    const texts = ['typeof fetch', 'typeof queueMicrotask', 'typeof setTimeout', 'typeof Function', 'typeof eval', 'typeof navigator',
      '(() => 1).constructor', '(function* () {}).constructor', 'Promise.constructor', 'typeof globalThis.fetch', 'typeof process',
      'new Map([[1, 2]]).get(1)', '[1, 2].map((one) => one * 2)', 'JSON.stringify({ a: 1 })'];
    say(JSON.stringify(texts.map(told)));`;
  const cwd = new URL('../../', import.meta.url);
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    encoding: 'utf8',
  });
  expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toEqual([
    ...Array<string>(6).fill('undefined'),
    ...Array<string>(3).fill('undefined'),
    'undefined',
    'undefined',
    '2',
    '2,4',
    '{"a":1}',
  ]);
});
