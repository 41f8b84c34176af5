import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** What texts of code come to, or what they throw, in a process that is locked as a worker is; what is locked stays so. */
function inLocked(texts: readonly string[]): readonly string[] {
  const script = `
    const say = console.log.bind(console);
    const send = process.stdout.write.bind(process.stdout);
    const { lockWorker } = await import('./src/instrument/lock-worker.ts');
    const { loadEdited } = await import('./src/instrument/load-edited.ts');
    globalThis.postMessage = () => 'sent';
    lockWorker();
    lockWorker();
    const told = (text) => {
      const [exports, problem] = loadEdited('export const told = (() => { ' + text + ' })();', 'a.ts', () => undefined);
      return problem ? 'threw' : String(exports.told);
    };
    send(JSON.stringify(${JSON.stringify(texts)}.map(told)));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../', import.meta.url),
    encoding: 'utf8',
  });
  return JSON.parse(said) as readonly string[];
}

test('what the language has can be used and not changed; nothing sends, and nothing makes code of text', () => {
  const cases: readonly (readonly [text: string, comes: string])[] = [
    ['return [3, 1, 2].sort().map((n) => n * 2).join();', '2,4,6'],
    ['return new Map([[1, 2]]).get(1) + JSON.stringify({ a: [1] }) + `${1n}`;', '2{"a":[1]}1'],
    [
      "const labels: any = {}; labels.constructor = 'a'; labels.toString = 'b'; return Object.keys(labels).join();",
      'constructor,toString',
    ],
    ["class Mine extends Error { override name = 'Mine'; } return new Mine('a').toString();", 'Mine: a'],
    ["const e = new Error('a'); e.message = 'b'; return e.message;", 'b'],
    ["return String(new Error('a').stack).includes('a.ts');", 'true'],
    ['return typeof postMessage;', 'undefined'],
    ['return typeof console;', 'undefined'],
    [
      'return typeof (globalThis as any).lockdown + typeof (globalThis as any).Compartment;',
      'undefinedundefined',
    ],
    ['(globalThis as any).postMessage = () => 1; return typeof (globalThis as any).postMessage;', 'threw'],
    ["Object.defineProperty(globalThis, 'postMessage', { value: () => 1 });", 'threw'],
    ['(Array.prototype as any).push = () => 0;', 'threw'],
    ['(Object as any).keys = () => [];', 'threw'],
    ['(Promise.prototype as any).then = () => 0;', 'threw'],
    ['(Object.prototype as any).constructor = undefined;', 'threw'],
    ['(Object.prototype as any).value = 1;', 'threw'],
    ['(String.prototype as any).replace = () => 0;', 'threw'],
    ['(RegExp.prototype as any).exec = () => null;', 'threw'],
    ['(Map.prototype as any)[Symbol.iterator] = function* () {};', 'threw'],
    ['Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });', 'threw'],
    ['Object.getPrototypeOf(function* () {}.prototype).next = () => ({ done: true });', 'threw'],
    ["return (() => 1).constructor('return 1')();", 'threw'],
    ["return (Object.getPrototypeOf(async () => 1) as any).constructor('return 1')();", 'threw'],
    ["return (0, eval)('1');", 'threw'],
  ];
  expect(inLocked(cases.map(([text]) => text))).toEqual(cases.map(([, comes]) => comes));
});
