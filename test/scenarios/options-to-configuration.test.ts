import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/options-to-configuration/scenario.ts';
import type { Entry, TableRow } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { commandLine, kubeconfig } from './command-line.ts';
import { Played, chapter, named } from './played.ts';

const [toRun, apiServer] = named(scenarios, '', 'api-server');
const text = chapter('controller-manager/options-to-configuration').replaceAll(/\s+/g, ' ');

const manager = 'kube-controller-manager';
const rowsOf = ({ world }: Entry, table: string, program = manager): readonly TableRow[] =>
  mapGet(world.tables, `${program}/${table}`)?.rows ?? [];
const row = (entry: Entry, table: string, name: string, program = manager): readonly string[] | undefined =>
  rowsOf(entry, table, program).find((each) => each.name === name)?.cells;

describe('from defaults to Run', async () => {
  const played = await Played.of(toRun);
  const step = (phase: string, name: string, nth = 1, program = manager): Entry => {
    const entry = played.all('startup', { phase, name, program })[nth - 1];
    if (!entry) throw new Error(`no startup ${phase} ${name} #${nth}`);
    return entry;
  };

  test('CLI-10 of 111 fields the scheme sets 63', () => {
    const filled = rowsOf(step('defaults', 'default'), 'defaults');
    expect(filled).toHaveLength(111);
    const set = filled.filter(({ cells: [unset, now] }) => unset !== now);
    expect(set).toHaveLength(63);
    const noted = rowsOf(step('defaults', 'convert'), 'defaults').filter(
      ({ note }) => note === 'set by the scheme',
    );
    expect(noted.map(({ name }) => name)).toEqual(set.map(({ name }) => name));
    expect(text).toContain('sets 63 of 111 fields');
  });

  test('CLI-11 34 sections; of 38 names two are off; a section of hidden flags is a title alone', () => {
    expect(rowsOf(step('main', 'command'), 'sections')).toHaveLength(34);
    const help = played
      .all('program.output', { stream: 'stdout' })
      .map(({ event }) => event.text)
      .join('');
    const [, names = ''] = /All controllers: (.*)/.exec(help) ?? [];
    const [, off = ''] = /Disabled-by-default controllers: (.*?) \(default/.exec(help) ?? [];
    expect([names.split(', ').length, off.split(', ').length]).toEqual([38, 2]);
    expect(help).toMatch(/Deprecated flags:\s+Endpoint controller flags:/);
  });

  test('CLI-14 the flag is in the way to the API server before any option is applied', () => {
    const way = step('config', 'kubeconfig');
    expect(row(way, 'kubeconfig', 'requests at once')).toEqual(['60']);
    expect(rowsOf(way, 'applied')).toEqual([]);
  });

  test('CLI-15 two errors in one list, and no certificate after it', () => {
    const found = step('config', 'validate', 2);
    expect(rowsOf(found, 'errors').map(({ cells: [error] }) => error)).toEqual([
      '"pogdc" is not in the list of known controllers',
      'max-endpoints-per-slice must not be less than 1, but got -1',
    ]);
    const exit = played.first('program.exit', {}, found.index);
    const between = played.all('startup').filter(({ index }) => index > found.index && index < exit.index);
    expect([between, exit.event.code]).toEqual([[], 1]);
  });

  test('CLI-15 a negative rate and negative workers pass, as the prediction says', async () => {
    const { steps, row: now } = await commandLine([
      kubeconfig,
      '--kube-api-qps=-1',
      '--concurrent-gc-syncs=-3',
    ]);
    expect(steps()).toContain('run run');
    expect(now('kubeconfig', 'requests a second')?.cells).toEqual(['-1']);
  });

  test('CLI-17 the channel is open when the process ends by SIGTERM', () => {
    const [exit] = played.all('program.exit');
    expect([exit?.event.why, exit?.event.code]).toEqual(['SIGTERM', 143]);
    expect(row(exit as Entry, 'process', 'stop channel')).toEqual(['open, and nothing closes it']);
  });

  test('CLI-20 the first group writes 15 cells; a flag of the line is in its cell; serving changes none', () => {
    const changed = (group: string) => {
      const { event } = step('apply', group);
      return event.kind === 'startup' ? event.values?.[1] : undefined;
    };
    expect([changed('generic'), changed('insecureServing'), changed('authorization')]).toEqual([15, 0, 0]);
    const collector = step('apply', 'garbageCollectorController');
    expect(row(collector, 'applied', 'garbageCollectorController.concurrentGCSyncs')).toEqual(['0', '3']);
  });

  test('CLI-21 on a bare machine there are two warnings and an error, in a pod the token of its account', () => {
    const exits = played.all('program.exit', { program: manager });
    const [, , lost] = exits;
    expect(lost?.event.why).toMatch(/^invalid configuration: no configuration has been provided/);
    const said = played
      .all('program.output', { program: manager }, exits[1]?.index)
      .filter(({ index, event }) => index < (lost?.index ?? 0) && event.text.startsWith('W'));
    expect(said).toHaveLength(2);
    const inPod = step('config', 'kubeconfig', 1, 'kube-controller-manager-in-pod');
    expect(row(inPod, 'kubeconfig', 'host', 'kube-controller-manager-in-pod')).toEqual([
      'https://10.0.0.1:443',
    ]);
  });
});

test('CLI-18 kube-apiserver completes a line with three mistakes before it finds them', async () => {
  const played = await Played.of(apiServer);
  const of = (nth: number) => played.all('startup', { phase: 'config', name: 'validate' })[nth - 1] as Entry;
  expect(rowsOf(of(1), 'completed', 'kube-apiserver')).toHaveLength(4);
  expect(rowsOf(of(1), 'errors', 'kube-apiserver')).toHaveLength(3);
  expect(rowsOf(of(2), 'errors', 'kube-apiserver')).toEqual([]);
  expect(played.all('program.exit').map(({ event }) => event.code)).toEqual([1, 0]);
  const [error] = played.all('program.output').filter(({ event }) => event.text.startsWith('Error:'));
  expect(error?.event.text).not.toContain('Usage');
});
