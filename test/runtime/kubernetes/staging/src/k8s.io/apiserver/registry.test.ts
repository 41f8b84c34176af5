import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { everything } from './any-server.ts';
import { Requests, podNamed } from './requests.ts';

const server = (): Requests => new Requests(everything());
const names = (items: readonly KubeObject[]): string[] =>
  items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);

describe('one object by its name', () => {
  const api = server();
  for (const namespace of ['default', 'kube-system']) {
    api.do('create', 'pods', { namespace, body: podNamed('a') });
    api.do('create', 'pods', { namespace, body: podNamed('b') });
  }
  const options = { fieldSelector: 'metadata.name=a' };

  test('is listed in its namespace, or in all of them', () => {
    expect(names(api.list('pods', { options }).items)).toEqual(['default/a']);
    expect(names(api.list('pods', { namespace: '', options }).items)).toEqual(['default/a', 'kube-system/a']);
  });

  test('of a kind without namespaces too, and at a revision', () => {
    for (const name of ['a', 'aa']) api.do('create', 'nodes', { body: { metadata: { name } } });
    const revision = String(api.server.storage.revision);
    api.do('delete', 'nodes', { name: 'a' });
    const at = (resourceVersion?: string, resourceVersionMatch?: string) =>
      names(api.list('nodes', { options: { ...options, resourceVersion, resourceVersionMatch } }).items);
    expect([at(), at(revision), at(revision, 'Exact')]).toEqual([[], [], ['/a']]);
    api.server.storage.compact(api.server.storage.revision);
    const gone = { options: { ...options, resourceVersion: revision, resourceVersionMatch: 'Exact' } };
    expect(api.refusal('list', 'nodes', gone)).toContain('410 Expired');
  });
});

describe('an update of what is not there', () => {
  const lease = { metadata: { name: 'a' }, spec: { leaseDurationSeconds: 15 } };

  test('makes it, where the kind allows that', () => {
    const api = server();
    const made = api.do<KubeObject>('update', 'leases', { name: 'a', body: lease });
    expect([made.metadata.name, made.metadata.uid?.length]).toEqual(['a', 36]);
    expect(
      api.refusal('update', 'leases', {
        name: 'b',
        body: { ...lease, metadata: { name: 'b' }, spec: { leaseDurationSeconds: -1 } },
      }),
    ).toContain('422 Invalid: Lease.coordination.k8s.io "b" is invalid: spec.leaseDurationSeconds');
    expect(api.refusal('update', 'configmaps', { name: 'a', body: { metadata: { name: 'a' } } })).toBe(
      '404 NotFound: configmaps "a" not found',
    );
  });

  test('is for the version that it says, where the kind asks for one', () => {
    const api = server();
    const made = api.do<KubeObject>('create', 'leases', { body: lease });
    for (const resourceVersion of [undefined, '', '0'])
      expect(
        api.refusal('update', 'leases', {
          name: 'a',
          body: { ...made, metadata: { ...made.metadata, resourceVersion } },
        }),
      ).toBe(
        '422 Invalid: leases.coordination.k8s.io "a" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
      );
    const body = { ...made, spec: { leaseDurationSeconds: 20 } };
    expect(api.do('update', 'leases', { name: 'a', body }).spec).toMatchObject({ leaseDurationSeconds: 20 });
    expect(api.refusal('update', 'leases', { name: 'a', body })).toMatch(
      /^409 Conflict: .* has been modified/,
    );
  });

  test('with finalizers gone removes what is being deleted, and answers with it', () => {
    const api = server();
    api.pod('a', { finalizers: ['x.io/hold'] });
    api.do('delete', 'pods', { name: 'a' });
    const body = { metadata: { finalizers: null, labels: { last: 'words' } } };
    expect(api.do('patch', 'pods', { name: 'a', body })).toMatchObject({
      kind: 'Pod',
      metadata: { labels: { last: 'words' } },
    });
    expect(api.refusal('get', 'pods', { name: 'a' })).toContain('404');
  });

  test('does not remove what has time left', () => {
    const api = server();
    api.pod('a', { finalizers: ['x.io/hold'] });
    api.bind('a', 'n');
    api.do('delete', 'pods', { name: 'a' });
    api.do('patch', 'pods', { name: 'a', body: { metadata: { finalizers: null } } });
    expect(api.do('get', 'pods', { name: 'a' }).metadata.finalizers).toBeUndefined();
    api.do('delete', 'pods', { name: 'a', body: { gracePeriodSeconds: 0 } });
    expect(api.refusal('get', 'pods', { name: 'a' })).toContain('404');
  });
});

describe('a deletion on condition of the version', () => {
  test('holds though the deletion itself makes versions', () => {
    const api = server();
    const pod = api.pod('a');
    const preconditions = { resourceVersion: pod.metadata.resourceVersion };
    expect(api.do<KubeObject>('delete', 'pods', { name: 'a', body: { preconditions } }).kind).toBe('Pod');
    expect(api.refusal('get', 'pods', { name: 'a' })).toContain('404');
  });

  test('of a collection is that of each object, and what is gone meanwhile is no matter', () => {
    const api = server();
    const { uid } = api.pod('a').metadata;
    api.pod('b');
    expect(api.refusal('deletecollection', 'pods', { body: { preconditions: { uid } } })).toMatch(
      /^409 Conflict: .*Pod "b"/,
    );
    expect(names(api.list('pods').items)).toEqual(['default/b']);
    expect(api.refusal('deletecollection', 'services', {})).toContain('405 MethodNotAllowed');
  });
});

describe('watches that care for one value alone', () => {
  test('are told of what comes to it and what leaves it, and of nothing once they are stopped', () => {
    const api = server();
    const told = (fieldSelector: string) => {
      const watch = api.watch('pods', {
        fieldSelector,
        resourceVersion: String(api.server.storage.revision),
      });
      return {
        watch,
        events: () => {
          const lines: string[] = [];
          for (let next = watch.resultChan().tryReceive(); next?.[1]; next = watch.resultChan().tryReceive())
            lines.push(`${next[0].type} ${next[0].object.metadata.name}`);
          return lines;
        },
      };
    };
    const [unbound, onA, onB] = ['spec.nodeName=', 'spec.nodeName=a', 'spec.nodeName=b'].map(told);
    api.pod('p');
    api.pod('q');
    api.bind('p', 'a');
    api.phase('p', 'Running');
    expect([unbound?.events(), onA?.events(), onB?.events()]).toEqual([
      ['ADDED p', 'ADDED q', 'DELETED p'],
      ['ADDED p', 'MODIFIED p'],
      [],
    ]);
    onA?.watch.stop();
    api.phase('p', 'Failed');
    api.bind('q', 'b');
    expect([unbound?.events(), onA?.events(), onB?.events()]).toEqual([['DELETED q'], [], ['ADDED q']]);
  });
});
