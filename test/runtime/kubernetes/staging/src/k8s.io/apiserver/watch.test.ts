import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Requests, events, podNamed } from './requests.ts';

describe('where a watch begins', () => {
  test('from no version: the present objects in the order of their keys, then what comes', () => {
    const api = new Requests();
    api.pod('b');
    api.pod('a');
    const watch = api.watch('pods');
    api.pod('c');
    expect(events(watch)).toEqual(['ADDED a 4', 'ADDED b 3', 'ADDED c 5']);
  });

  test('from a version: the history after it, then what comes', () => {
    const api = new Requests();
    const { metadata } = api.pod('a');
    api.phase('a', 'Running');
    api.do('delete', 'pods', { name: 'a' });
    const watch = api.watch('pods', { resourceVersion: metadata.resourceVersion });
    api.pod('b');
    expect(events(watch)).toEqual(['MODIFIED a 4', 'MODIFIED a 5', 'DELETED a 6', 'ADDED b 7']);
  });

  test('from a version that is yet to come: only what comes after it', () => {
    const api = new Requests();
    const watch = api.watch('pods', { resourceVersion: '4' });
    for (const name of ['a', 'b', 'c']) api.pod(name);
    expect(events(watch)).toEqual(['ADDED c 5']);
  });

  test('from a version that was compacted: an ERROR, 410, then closed', () => {
    const api = new Requests();
    for (const name of ['a', 'b', 'c', 'd']) api.pod(name);
    api.server.storage.compact(5);
    expect(events(api.watch('pods', { resourceVersion: '3' }))).toEqual([
      'ERROR 410 Expired: too old resource version: 3 (4)',
      'closed',
    ]);
    expect(events(api.watch('pods', { resourceVersion: '4' }))).toEqual(['ADDED c 5', 'ADDED d 6']);
  });

  test('a version that is no number is refused', () => {
    const api = new Requests();
    const options = { resourceVersion: 'x' };
    const request = { verb: 'watch', resource: 'pods', options, userAgent: 'test' } as const;
    expect(api.server.watch(request)[1]?.message).toBe(
      'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    );
  });

  test('of one namespace, or of all', () => {
    const api = new Requests();
    const one = api.watch('pods');
    const all = api.watch('pods', {}, '');
    api.pod('a');
    api.do('create', 'pods', { namespace: 'kube-system', body: podNamed('dns') });
    expect(events(one)).toEqual(['ADDED a 3']);
    expect(events(all)).toEqual(['ADDED a 3', 'ADDED dns 4']);
  });
});

describe('selectors', () => {
  test('an object that starts to match is ADDED, one that stops is DELETED as it was, at the version of the write', () => {
    const api = new Requests();
    const watch = api.watch('pods', { labelSelector: 'app=web' });
    const label = (app: string | null): Pod =>
      api.do('patch', 'pods', { name: 'a', body: { metadata: { labels: { app } } } });
    api.pod('a', { labels: { app: 'db' } });
    label('web');
    api.phase('a', 'Running');
    label('db');
    label('web');
    label(null);
    const tell = ({ type, object }: { type: string; object: { metadata: Pod['metadata'] } }): string =>
      `${type} ${object.metadata.resourceVersion} ${JSON.stringify(object.metadata.labels)}`;
    expect(events(watch, tell)).toEqual([
      'ADDED 4 {"app":"web"}',
      'MODIFIED 5 {"app":"web"}',
      'DELETED 6 {"app":"web"}',
      'ADDED 7 {"app":"web"}',
      'DELETED 8 {"app":"web"}',
    ]);
  });

  test('a kubelet sees the pods of its node', () => {
    const api = new Requests();
    const watches = ['node-a', 'node-b', ''].map((node) =>
      api.watch('pods', { fieldSelector: `spec.nodeName=${node}` }),
    );
    api.pod('a');
    api.bind('a', 'node-a');
    api.phase('a', 'Running');
    api.do('delete', 'pods', { name: 'a', body: { gracePeriodSeconds: 0 } });
    expect(watches.map((watch) => events(watch))).toEqual([
      ['ADDED a 4', 'MODIFIED a 5', 'MODIFIED a 6', 'DELETED a 7'],
      [],
      ['ADDED a 3', 'DELETED a 4'],
    ]);
  });

  test('history is seen through them as well', () => {
    const api = new Requests();
    api.pod('a');
    api.bind('a', 'node-a');
    api.phase('a', 'Failed');
    const options = { resourceVersion: '2', fieldSelector: 'spec.nodeName!=,status.phase!=Failed' };
    expect(events(api.watch('pods', options))).toEqual(['ADDED a 4', 'DELETED a 5']);
  });

  test('one object by name', () => {
    const api = new Requests();
    const watch = api.watch('pods', { fieldSelector: 'metadata.name=ab' });
    for (const name of ['a', 'ab', 'abc']) api.pod(name);
    expect(events(watch)).toEqual(['ADDED ab 4']);
  });

  test.each([
    ['pods', { fieldSelector: 'spec.image=x' }, 'field label not supported: spec.image'],
    ['nodes', { fieldSelector: 'spec.nodeName=x' }, 'field label not supported: spec.nodeName'],
    [
      'replicasets',
      { fieldSelector: 'spec.x=x' },
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    [
      'pods',
      { fieldSelector: 'spec.nodeName' },
      "invalid selector: 'spec.nodeName'; can't understand 'spec.nodeName'",
    ],
    ['pods', { labelSelector: 'app==web==db' }, "found '==', expected: ',' or 'end of string'"],
  ])('%s %j: a selector that cannot be is refused', (resource, options, message) => {
    expect(new Requests().refusal('list', resource, { options })).toBe(`400 BadRequest: ${message}`);
  });
});

describe('how a watch ends', () => {
  test('after its timeout, and no timer is left', () => {
    const api = new Requests();
    const watch = api.watch('pods', { timeoutSeconds: 30 });
    api.sim.runFor(29_999);
    api.pod('a');
    expect(watch.resultChan().closed).toBe(false);
    api.sim.runFor(1);
    api.pod('b');
    expect(events(watch)).toEqual(['ADDED a 3', 'closed']);
    expect(api.sim.nextTimerAt).toBe(undefined);
  });

  test('when it is stopped, once or twice', () => {
    const api = new Requests();
    const watch = api.watch('pods', { timeoutSeconds: 30, allowWatchBookmarks: true });
    watch.stop();
    watch.stop();
    api.pod('a');
    expect(events(watch)).toEqual(['closed']);
    expect(api.sim.nextTimerAt).toBe(undefined);
  });

  test('when its client does not receive: what was sent arrives, then it is closed, and can go on from there', () => {
    const api = new Requests({ watchBuffer: 2 });
    const watch = api.watch('pods');
    for (const name of ['a', 'b', 'c', 'd']) api.pod(name);
    expect(events(watch)).toEqual(['ADDED a 3', 'ADDED b 4', 'closed']);
    expect(events(api.watch('pods', { resourceVersion: '4' }))).toEqual(['ADDED c 5', 'ADDED d 6']);
  });

  test('what is there at the start is never too much', () => {
    const api = new Requests({ watchBuffer: 1 });
    for (const name of ['a', 'b', 'c']) api.pod(name);
    const watch = api.watch('pods');
    api.pod('d');
    expect(events(watch)).toEqual(['ADDED a 3', 'ADDED b 4', 'ADDED c 5', 'ADDED d 6']);
  });
});

describe('bookmarks', () => {
  test('come once a minute and two seconds before the timeout, to those who asked', () => {
    const api = new Requests();
    const asked = api.watch('pods', { resourceVersion: '2', allowWatchBookmarks: true, timeoutSeconds: 150 });
    const other = api.watch('pods', { resourceVersion: '2', timeoutSeconds: 150 });
    const lines: string[] = [];
    const log = (): void =>
      void lines.push(...events(asked).map((line) => `${api.sim.now / 1000} s ${line}`));
    for (const ms of [60_000, 30_000, 30_000, 27_999, 1, 2_000]) {
      api.sim.runFor(ms);
      log();
      if (api.sim.now === 90_000)
        api.do('create', 'nodes', { namespace: '', body: { metadata: { name: 'node-a' } } });
    }
    expect(lines).toEqual(['60 s BOOKMARK 2', '120 s BOOKMARK 3', '148 s BOOKMARK 3', '150 s closed']);
    expect(events(other)).toEqual(['closed']);
  });

  test('carry the kind and nothing else', () => {
    const api = new Requests();
    const watch = api.watch('replicasets', { allowWatchBookmarks: true });
    api.sim.runFor(60_000);
    expect(events(watch, ({ object }) => JSON.stringify(object))).toEqual([
      '{"kind":"ReplicaSet","apiVersion":"apps/v1","metadata":{"resourceVersion":"2"}}',
    ]);
    watch.stop();
  });
});
