import type { APIGroupList, APIResourceList } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import { Requests, events } from './requests.ts';

const at = <T>(path: string): T => new Requests().do('get', path) as unknown as T;

describe('discovery', () => {
  test('tells the versions of the core group, and the other groups with the version that is preferred', () => {
    expect(at('/api')).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    const [apps] = at<APIGroupList>('/apis').groups;
    const v1 = { groupVersion: 'apps/v1', version: 'v1' };
    expect(apps).toEqual({ name: 'apps', versions: [v1], preferredVersion: v1 });
    expect(at('/apis/apps')).toMatchObject({ kind: 'APIGroup', name: 'apps' });
  });

  test('tells the resources of a version in order of name, with verbs, scope, short names and subresources', () => {
    const { groupVersion, resources } = at<APIResourceList>('/apis/apps/v1');
    expect(groupVersion).toBe('apps/v1');
    const told = resources.filter(({ name }) => name.startsWith('replicasets'));
    expect(told.map(({ name, kind, verbs }) => `${name} ${kind}: ${verbs.join(' ')}`)).toEqual([
      'replicasets ReplicaSet: create delete deletecollection get list patch update watch',
      'replicasets/scale Scale: get patch update',
      'replicasets/status ReplicaSet: get patch update',
    ]);
    expect(told[0]).toMatchObject({ namespaced: true, shortNames: ['rs'] });
  });

  test('a namespace cannot be deleted with others, and only its finalizers can be changed by finalize', () => {
    const told = at<APIResourceList>('/api/v1').resources.filter(({ name }) => name.startsWith('namespaces'));
    expect(told.map(({ name, verbs }) => `${name}: ${verbs.join(' ')}`)).toEqual([
      'namespaces: create delete get list patch update watch',
      'namespaces/finalize: update',
      'namespaces/status: get patch update',
    ]);
  });

  test.each(['/apis/nothing/v1', '/apis/apps/v2', '/api/v2', '/elsewhere', '/apis/apps/v1/more'])(
    'there is nothing at %s',
    (path) => {
      expect(new Requests().refusal('get', path)).toBe(
        '404 NotFound: the server could not find the requested resource',
      );
    },
  );

  test('a kind that is installed later is told of, and served', () => {
    const api = new Requests({ kinds: [] });
    expect(api.refusal('get', '/api/v1')).toContain('404');
    for (const kind of new Requests().server.kinds.slice(0, 1)) api.server.install(kind);
    expect((api.do('get', '/api/v1') as unknown as APIResourceList).resources[0]?.name).toBe('namespaces');
  });

  test('a resource of another group and version than the client asks for is not there', () => {
    const api = new Requests();
    api.pod('a');
    expect(api.do('get', 'pods', { name: 'a', groupVersion: 'v1' }).metadata.name).toBe('a');
    expect(api.refusal('get', 'pods', { name: 'a', groupVersion: 'apps/v1' })).toContain('404 NotFound');
  });
});

describe('PartialObjectMetadata', () => {
  const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };

  test('an object, a list and a watch bring metadata only', () => {
    const api = new Requests();
    const { metadata } = api.pod('a');
    const as = 'PartialObjectMetadata';
    expect(api.do('get', 'pods', { name: 'a', as })).toEqual({ ...type, metadata });
    const list = api.list('pods', { as });
    expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ ...type, metadata }] });
    const request = { verb: 'watch', resource: 'pods', namespace: 'default', as, userAgent: 'test' } as const;
    const [watch] = api.server.watch({
      ...request,
      options: { resourceVersion: list.metadata.resourceVersion },
    });
    api.phase('a', 'Running');
    expect(
      events(watch!, ({ type, object }) => `${type} ${object.kind} ${Object.keys(object).join()}`),
    ).toEqual(['MODIFIED PartialObjectMetadata apiVersion,kind,metadata']);
  });

  test('a deletion is still answered with a Status', () => {
    const api = new Requests();
    api.do('create', 'configmaps', { body: { metadata: { name: 'a' } } });
    expect(api.do('delete', 'configmaps', { name: 'a', as: 'PartialObjectMetadata' }).kind).toBe('Status');
  });
});
