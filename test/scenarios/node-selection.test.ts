import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/node-selection/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { LabelTable } from '../../src/runtime/subjects/scheduler/labels.ts';
import { type Attempt, numberAt, placeOf, verdictOf } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/node-selection').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;
const nodes = ['node-a', 'node-b', 'node-c', 'node-d'];

const podAt = ({ world }: Entry, name: string): Pod | undefined =>
  mapGet(world.store.objects, `pods/default/${name}`) as Pod | undefined;
const lastOf = (variant?: string): Entry => run(variant).entries.at(-1)!;

/** The first attempt of a pod, when its nodes were filtered, or scored. */
function attemptOf(variant: string, name: string, kind: 'sched.filter' | 'sched.score'): Attempt {
  const { world } = run(variant).first(kind, { pod: `default/${name}` });
  return mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, `default/${name}`)!.at(-1)!;
}

/** The rows of the picture, each with a mark or a number a node. */
function tree(variant: string, name: string): string[] {
  const { labels } = attemptOf(variant, name, 'sched.filter');
  const { nodes: columns, rows } = labels as LabelTable;
  expect(columns).toEqual(nodes);
  return rows.map(({ kind, depth, asks, holds }) => {
    const marks = holds.map((one) => (typeof one === 'number' ? one : one ? '✓' : '✕'));
    return `${'  '.repeat(depth)}${kind === 'leaf' ? asks : `${kind} ${asks}`.trim()}: ${marks.join(' ')}`;
  });
}

/** The nodes that NodeAffinity lets pass. */
function allowed(variant: string, name: string): string[] {
  const filters = attemptOf(variant, name, 'sched.filter').filters!;
  return nodes.filter(
    (node) => !verdictOf(filters, placeOf(filters, node)).some(({ plugin }) => plugin === 'NodeAffinity'),
  );
}

describe('a selector', () => {
  test('SCH-23 needs every pair on the node', () => {
    expect(tree('', 'web')).toEqual(['selector: ✓ ✕ ✕ ✕', '  type=compute: ✓ ✓ ✕ ✕', '  disk=ssd: ✓ ✕ ✓ ✕']);
    expect(allowed('', 'web')).toEqual(['node-a']);
    expect(run().first('sched.fail', { pod: 'default/db' }).event.message).toBe(
      "0/4 nodes are available: 4 node(s) didn't match Pod's node affinity.",
    );
  });

  test('SCH-23 a label that changes wakes the pod that waits, and moves none', () => {
    const [move] = run().all('sched.move', { why: 'NodeLabelChange' });
    expect(move!.event).toMatchObject({ active: ['default/db'], backoff: [] });
    const [, relabelled] = run()
      .all('act')
      .filter(({ event }) => event.act.kind === 'label-node');
    expect(move!.at - relabelled!.at).toBe(2);
    const placed = ['web', 'batch', 'db'].map((name) => podAt(lastOf(), name)?.spec?.nodeName);
    expect(placed).toEqual(['node-a', 'node-b', 'node-b']);
    expect(run().all('sched.pop', { pod: 'default/batch' })).toHaveLength(1);
  });

  test('SCH-24 a label with a value is refused by kubectl, unless it overwrites', () => {
    const labels = run()
      .all('act')
      .filter(({ event }) => event.act.kind === 'label-node');
    expect(labels.map(({ event }) => event.error)).toEqual([
      "'disk' already has a value (hdd), and --overwrite is false",
      undefined,
    ]);
    const written = run().all('store.write', { key: 'nodes/node-b', verb: 'update' });
    expect(written.map(({ event }) => event.object.metadata.labels?.['disk'])).toEqual(['nvme']);
  });
});

describe('what is required', () => {
  test('SCH-30 SCH-25 one term is enough, and in it all conditions', () => {
    expect(tree('terms', 'web')).toEqual([
      'required: ✕ ✓ ✓ ✕',
      '  term 1: ✕ ✓ ✕ ✕',
      '    type In compute: ✓ ✓ ✕ ✕',
      '    cores Gt 10: ✕ ✓ ✕ ✕',
      '  term 2: ✕ ✕ ✓ ✕',
      '    type NotIn compute: ✕ ✕ ✓ ✓',
      '    disk In ssd: ✓ ✕ ✓ ✕',
    ]);
    expect(allowed('terms', 'web')).toEqual(['node-b', 'node-c']);
  });

  test('SCH-25 an empty term matches nothing; a field can be the name of the node', () => {
    expect(tree('terms', 'api')).toEqual(['required: ✕ ✕ ✕ ✕', '  term 1: ✕ ✕ ✕ ✕']);
    expect(allowed('terms', 'api')).toEqual([]);
    expect(tree('terms', 'agent').at(-1)).toBe('    metadata.name In node-d: ✕ ✕ ✕ ✓');
    expect(podAt(lastOf('terms'), 'agent')?.spec?.nodeName).toBe('node-d');
  });

  test('SCH-29 with a selector besides, both have to hold', () => {
    expect(tree('terms', 'db').filter((row) => !row.startsWith('    '))).toEqual([
      'both: ✓ ✕ ✕ ✕',
      '  selector: ✓ ✕ ✓ ✕',
      '  required: ✓ ✓ ✕ ✓',
    ]);
    expect(allowed('terms', 'db')).toEqual(['node-a']);
  });
});

test('SCH-28 each operator, with a label that is there, absent, and no number', () => {
  expect(tree('operators', 'web').filter((row) => row.startsWith('    '))).toEqual([
    '    disk In ssd: ✓ ✕ ✓ ✕',
    '    disk NotIn ssd: ✕ ✓ ✕ ✓',
    '    disk Exists: ✓ ✓ ✓ ✕',
    '    disk DoesNotExist: ✕ ✕ ✕ ✓',
    '    cores Gt 8: ✕ ✓ ✕ ✕',
    '    cores Lt 16: ✓ ✕ ✕ ✕',
  ]);
  for (const row of [
    'disk In ssd | ✓ | ✕ | ✕',
    'disk NotIn ssd | ✕ | ✓ | **✓**',
    'disk Exists | ✓ | ✓ | ✕',
    'disk DoesNotExist | ✕ | ✕ | **✓**',
    'cores Gt 8 | ✕ | ✓ | ✕ | ✕',
    'cores Lt 16 | ✓ | ✕ | ✕ | ✕',
  ])
    expect(text).toContain(`| ${row} |`);
});

test('SCH-28 Gt with two values is refused, and with no whole number matches nothing', () => {
  const [refused] = run('operators')
    .all('act')
    .flatMap(({ event }) => event.error ?? []);
  expect(refused).toContain('must be specified single value when `operator` is');
  expect(podAt(lastOf('operators'), 'api-1')).toBeUndefined();
  expect(allowed('operators', 'api-2')).toEqual([]);
});

describe('what is preferred', () => {
  const numbers = (name: string): [raw: number[], normalized: number[]] => {
    const { scores } = attemptOf('preferred', name, 'sched.score');
    const column = scores!.columns.find(({ plugin }) => plugin === 'NodeAffinity')!;
    const of = (one: typeof column.raw): number[] => scores!.nodes.map((_, i) => numberAt(one, i));
    return [of(column.raw), of(column.normalized)];
  };

  test('SCH-26 is summed by weight, and the highest sum becomes 100', () => {
    expect(tree('preferred', 'web').slice(3)).toEqual([
      'preferred: 40 0 60 0',
      '  preference 40: 40 0 40 0',
      '    disk In ssd: ✓ ✕ ✓ ✕',
      '  preference 20: 0 0 20 0',
      '    type In storage: ✕ ✕ ✓ ✕',
    ]);
    expect(numbers('web')).toEqual([
      [40, 0, 60],
      [66, 0, 100],
    ]);
    for (const row of ['node-a | 40 | 0 | 40 | 66', 'node-b | 0 | 0 | 0 | 0', 'node-c | 40 | 20 | 60 | 100'])
      expect(text.replaceAll('`', '')).toContain(`| ${row} |`);
  });

  test('SCH-26 a single wish counts the same with any weight', () => {
    expect(numbers('etl-1')).toEqual([
      [0, 1, 0, 0],
      [0, 100, 0, 0],
    ]);
    expect(numbers('etl-2')).toEqual([
      [0, 100, 0, 0],
      [0, 100, 0, 0],
    ]);
  });
});

test('SCH-27 a label that goes moves no pod, until the kubelet starts again', () => {
  const later = run('later');
  const [relabelled] = later.all('act').filter(({ event }) => event.act.kind === 'label-node');
  const [crashed] = later.all('act').filter(({ event }) => event.act.kind === 'crash');
  expect(crashed!.at - relabelled!.at).toBe(30_000);
  const between = later
    .all('store.write', { resource: 'pods' })
    .filter(({ at }) => at > relabelled!.at && at <= crashed!.at);
  expect(between).toEqual([]);
  expect(podAt(crashed!, 'web')?.status?.phase).toBe('Running');
  expect(podAt(lastOf('later'), 'web')?.status).toMatchObject({ phase: 'Failed', reason: 'NodeAffinity' });
});
