import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/anatomy-of-a-component/scenario.ts';
import type { Entry, TableRow } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, named } from './played.ts';

const [sixLines, kubectl, logFiles, everyProgram] = named(
  scenarios,
  '',
  'kubectl',
  'log-files',
  'every-program',
);
const text = chapter('controller-manager/anatomy-of-a-component').replaceAll(/\s+/g, ' ');

const manager = 'kube-controller-manager';
const rowsOf = ({ world }: Entry, table: string, program = manager): readonly TableRow[] =>
  mapGet(world.tables, `${program}/${table}`)?.rows ?? [];
const cell = (entry: Entry, table: string, row: string, program = manager): string | undefined =>
  rowsOf(entry, table, program).find(({ name }) => name === row)?.cells[0];

describe('six command lines', async () => {
  const played = await Played.of(sixLines);
  const starts = played.all('program.start');
  const exits = played.all('program.exit');
  /** What the nth start printed on standard error, and on the standard output. */
  const printed = (nth: number): [stderr: string, stdout: string] => {
    const [from = 0, to = Infinity] = [starts[nth - 1]?.index, starts[nth]?.index];
    const all = played.all('program.output').filter(({ index }) => index > from && index < to);
    const of = (stream: string): string =>
      all.flatMap(({ event }) => (event.stream === stream ? [event.text] : [])).join('');
    return [of('stderr'), of('stdout')];
  };

  test('CLI-01 the four steps of main, and an exit code for each of the six', () => {
    expect(exits.map(({ event }) => event.code)).toEqual([143, 1, 1, 1, 0, 0]);
    const seeded = played.first('startup', { name: 'rand' });
    expect(rowsOf(seeded, 'process').map(({ cells: [state = ''] }) => state.replace(/\d+/, 'N'))).toEqual([
      'seeded with N',
      'not yet',
      'not yet',
      'not yet',
    ]);
    expect(text).toContain('At v1.20.2 it only exits');
  });

  test('CLI-02 the periods that this run draws for a resync are as many hours as the text says', () => {
    const { event } = played.first('startup', { name: 'resync' });
    expect(event.values).toEqual(['20h18m56.131s, 18h31m46.103s, 16h25m34.147s']);
    expect(text).toContain('are 20, 18 and 16 hours');
  });

  test('CLI-06 cobra prints an error and 332 lines of usage; the run prints its error alone', () => {
    for (const [nth, error] of [
      [2, 'unknown flag: --leader_elect'],
      [3, '"kube-controller-manager" does not take any arguments, got ["false"]'],
    ] as const) {
      const [first, ...usage] = printed(nth)[0].trimEnd().split('\n');
      expect(first).toBe(`Error: ${error}`);
      expect(usage).toHaveLength(332);
    }
    expect(printed(4)).toEqual(['"pogdc" is not in the list of known controllers\n', '']);
    expect(text).toContain('332 lines of it');
  });

  test('CLI-08 of a flag for true or false the next word is an argument', () => {
    expect(played.first('startup', { name: '--leader-elect' }).event.values).toEqual([
      '--leader-elect',
      'true',
      'true',
    ]);
    expect(cell(exits[2] as Entry, 'phases', 'args')).toMatch(/^error: /);
    expect(cell(exits[2] as Entry, 'phases', 'run')).toBe('not yet');
  });

  test('CLI-12 the version is told before there is a configuration; help goes to the standard output', () => {
    expect(printed(5)).toEqual(['', 'Kubernetes v1.20.2\n']);
    expect(cell(exits[4] as Entry, 'phases', 'version')).toBe('passed over');
    const [from, to] = [starts[4]?.index ?? 0, exits[4]?.index ?? 0];
    const phases = played.all('startup').filter(({ index }) => index > from && index < to);
    expect(phases.filter(({ event }) => event.phase === 'config')).toEqual([]);
    expect(printed(6)[0]).toBe('');
    expect(printed(6)[1]).toContain('Usage:\n  kube-controller-manager [flags]');
  });
});

test('CLI-05 what is logged at 17 s is in the file at 20 s, whatever the flag says; what waits at an exit is lost', async () => {
  const played = await Played.of(logFiles);
  const [, waits] = played.all('startup', { name: 'wait' });
  const [, flush] = played.all('startup', { name: 'flush' });
  expect([waits?.at, flush?.at]).toEqual([17_000, 20_000]);
  const flags = rowsOf(waits as Entry, 'flags').find(({ name }) => name === '--log-flush-frequency');
  expect(flags?.cells).toEqual(['global', 'duration', '5s', '1s']);
  const last = played.all('program.exit').at(-1) as Entry;
  expect(rowsOf(last, 'log').map(({ cells: [severity, lines] }) => [severity, lines])).toEqual([
    ['INFO', '3'],
    ['WARNING', '2'],
  ]);
});

test('CLI-07 kubectl is a tree, walked by the words that are no flags', async () => {
  const played = await Played.of(kubectl);
  expect(played.all('startup', { name: 'find' }).map(({ event }) => event.values)).toEqual([
    ['kubectl get'],
    ['kubectl scale'],
    ['kubectl get'],
  ]);
  expect(played.first('startup', { name: 'args' }).event.values).toEqual(['pods']);
  const output = played.all('program.output').map(({ event }) => event.text);
  expect(output).toContainEqual(expect.stringContaining('Did you mean this?\n\tget'));
  expect(played.all('program.exit').map(({ event }) => event.code)).toEqual([0, 1, 1, 0]);
});

test('CLI-04 CLI-19 who takes underscores, who reads flags twice, and whom a signal reaches', async () => {
  const played = await Played.of(everyProgram);
  const ends = (program: string) => played.all('program.exit', { program }).map(({ event }) => event.why);
  expect(ends(manager)).toEqual(['SIGTERM']);
  expect(ends('kube-apiserver')).toEqual(['']);
  expect(ends('kubelet')).toEqual(['']);
  expect(ends('kube-scheduler')).toEqual(['SIGTERM', 'unknown flag: --leader_elect']);
  const pods = played.all('startup', { program: 'kubelet', phase: 'run', name: 'run' });
  expect(pods.map(({ event }) => event.values)).toEqual([[20], [20]]);
  const kubelet = pods[0] as Entry;
  expect(cell(kubelet, 'command', 'flags are read by', 'kubelet')).toBe('the command itself');
  expect(cell(kubelet, 'command', 'flags', 'kubelet')).toBe('0');
});
