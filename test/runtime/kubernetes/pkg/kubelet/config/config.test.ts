import { expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type PodConfigNotificationMode,
  newPodConfig,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/config/config.ts';
import { newSourcesReady } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/config/sources.ts';
import type { PodOperation } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/types/pod_update.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { recorderOf } from '../../../../../golden/kubelet/recorder.ts';

function podOf(
  name: string,
  more: { uid?: string; labels?: object; image?: string; deletedIn?: number; phase?: string } = {},
): Pod {
  const { uid = name, labels, image = 'i', deletedIn, phase } = more;
  const deleted =
    deletedIn === undefined
      ? {}
      : { deletionTimestamp: '2021-01-01T00:00:00Z', deletionGracePeriodSeconds: deletedIn };
  return {
    metadata: { name, namespace: 'new', uid, annotations: {}, labels, ...deleted },
    spec: { containers: [{ name: 'c', image }] },
    status: { phase },
  } as unknown as Pod;
}

/** A configuration of the source `test`, and what it sends for an update, in words such as `ADD foo bar`. */
function configOf(mode: PodConfigNotificationMode = 'Incremental') {
  const sim = new Sim();
  const events: string[] = [];
  const recorder = recorderOf(({ name, reason }) => events.push(`${name} ${reason}`));
  const config = newPodConfig(sim, mode, recorder);
  const send = (op: PodOperation, ...pods: Pod[]): string[] => {
    sim.go('source', config.channel('test').send({ source: 'test', op, pods }));
    sim.runUntilIdle();
    const sent: string[] = [];
    for (let got = config.updates().tryReceive(); got?.[0]; got = config.updates().tryReceive()) {
      const update = got[0];
      sent.push([update.op, ...update.pods.map(({ metadata }) => metadata.name).toSorted()].join(' '));
    }
    return sent;
  };
  return { sim, config, send, events };
}

const [foo, bar, baz] = [podOf('foo'), podOf('bar'), podOf('baz')];

test('TestNewPodAdded: a pod that comes, and the whole of it when asked for', () => {
  const { sim, config, send } = configOf();
  expect(send('ADD', foo)).toEqual(['ADD foo']);
  sim.go('asker', config.sync());
  sim.runUntilIdle();
  const [all] = config.updates().tryReceive() ?? [];
  expect(all).toMatchObject({ op: 'SET', source: '*', pods: [{ metadata: { name: 'foo' } }] });
  expect(all!.pods[0]!.metadata.annotations).toMatchObject({ 'kubernetes.io/config.source': 'test' });
});

test('TestInvalidPodFiltered: one of the same name is told of and left out', () => {
  const { send, events } = configOf();
  expect(send('ADD', foo)).toEqual(['ADD foo']);
  expect(send('ADD', bar)).toEqual(['ADD bar']);
  const twin = podOf('foo', { uid: 'other' });
  expect(send('SET', foo, twin)).toEqual(['REMOVE bar', 'ADD']);
  expect(events).toEqual(['foo FailedValidation']);
});

test.each<[PodConfigNotificationMode, string[][]]>([
  ['SnapshotAndUpdates', [['SET foo'], ['SET bar foo'], ['UPDATE bar']]],
  ['Snapshot', [['SET foo'], ['SET bar foo'], ['SET bar foo']]],
  ['Incremental', [['ADD foo'], ['ADD bar'], ['UPDATE bar']]],
])('TestNewPodAdded%s', (mode, want) => {
  const { send } = configOf(mode);
  const sent = [send('ADD', foo), send('ADD', bar), send('UPDATE', podOf('bar', { image: 'new' }))];
  expect(sent).toEqual(want);
});

test('TestNewPodAddedUpdatedRemoved', () => {
  const { send } = configOf();
  expect(send('ADD', foo)).toEqual(['ADD foo']);
  expect(send('UPDATE', foo)).toEqual([]);
  expect(send('ADD', podOf('foo', { image: 'new' }))).toEqual(['UPDATE foo']);
  expect(send('REMOVE', foo)).toEqual(['REMOVE foo']);
  expect(send('REMOVE', foo)).toEqual([]);
});

test('TestNewPodAddedDelete: one that is to end is told of once', () => {
  const { send } = configOf();
  send('ADD', foo);
  const going = podOf('foo', { deletedIn: 30 });
  expect(send('UPDATE', going)).toEqual(['DELETE foo']);
  expect(send('UPDATE', going)).toEqual([]);
});

test('TestNewPodAddedUpdatedSet: what a set leaves out is removed', () => {
  const { send } = configOf();
  expect(send('ADD', foo, bar)).toEqual(['ADD bar foo']);
  expect(send('SET', foo, podOf('bar', { image: 'new' }), baz)).toEqual(['ADD baz', 'UPDATE bar']);
  expect(send('SET', baz)).toEqual(['REMOVE bar foo']);
});

test('TestNewPodAddedSetReconciled: another status alone is to be reconciled', () => {
  const { send } = configOf();
  expect(send('SET', foo, bar)).toEqual(['ADD bar foo']);
  expect(send('SET', foo, podOf('bar', { phase: 'Running' }))).toEqual(['RECONCILE bar']);
});

test('TestInitialEmptySet: says that the source is there, once', () => {
  const { config, send } = configOf();
  expect(config.seenAllSources(new Set(['test']))).toBe(true);
  config.channel('test');
  expect(config.seenAllSources(new Set(['test']))).toBe(false);
  expect(send('SET')).toEqual(['ADD']);
  expect(send('SET')).toEqual([]);
  expect([config.seenAllSources(new Set(['test'])), config.seenAllSources(new Set())]).toEqual([true, false]);
});

test('TestPodUpdateLabels: labels are taken over', () => {
  const { sim, config, send } = configOf();
  send('ADD', podOf('foo', { labels: { key: 'value' } }));
  const labels = { key: 'newValue' };
  sim.go(
    'source',
    config.channel('test').send({ source: 'test', op: 'SET', pods: [podOf('foo', { labels })] }),
  );
  sim.runUntilIdle();
  const [update] = config.updates().tryReceive() ?? [];
  expect(update).toMatchObject({ op: 'UPDATE', pods: [{ metadata: { labels } }] });
});

test('sources are ready when all were seen', () => {
  const ready = newSourcesReady((seen) => seen.has('file') && seen.has('api'));
  ready.addSource('file');
  expect(ready.allReady()).toBe(false);
  ready.addSource('api');
  expect(ready.allReady()).toBe(true);
});
