import ts from 'typescript';
import { expect, test } from 'vitest';
import { withoutUnit } from './durations.ts';

/** The lines of a file that are told, counted from 1. */
function told(path: string, text: string): string[] {
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === path
      ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
      : getSourceFile.call(host, file, ...rest);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
  };
  const program = ts.createProgram([path], options, host);
  return withoutUnit(program, (file) => file === path).map(
    ({ line, says }) => `${line} ${says.split(' ')[0]}`,
  );
}

const kettle = `interface Kettle {
  readonly timeout: number;
  readonly period?: number;
  readonly delayMs: number;
  readonly lifetimeSeconds: number;
  readonly interval: string;
  readonly deadline: number;
}
class Stove {
  #heatDelay = 5;
  get initialBackoff(): number {
    return 5;
  }
}
function boil({ timeout, period: latency = 0 }: Kettle, ttl = 5): number {
  const [duration] = [timeout + latency + ttl];
  const elapsedMs = duration;
  return elapsedMs;
}
`;

test('a number that is a duration says in which unit; a name that is taken over, an instant and a text need none', () => {
  expect(told('/kettle.ts', kettle)).toEqual([
    '2 timeout',
    '3 period',
    '10 #heatDelay',
    '11 initialBackoff',
    '15 latency',
    '15 ttl',
    '16 duration',
  ]);
});

test('configuration has the names of upstream', () => {
  expect(told('/pkg/config/v1/types.ts', kettle)).toEqual([]);
});
