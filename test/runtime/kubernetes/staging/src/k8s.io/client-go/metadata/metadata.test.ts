import { expect, test } from 'vitest';
import { everything } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { newForConfig } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/metadata/metadata.ts';
import { newSharedInformerFactory } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import { newSharedInformerFactory as newTypedFactory } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig as newClientset } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newInformerFactory } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import { directTransport } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { Chan } from '../../../../../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../../../../../src/runtime/sim/process.ts';
import { Requests } from '../../apiserver/requests.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

function setUp() {
  const api = new Requests();
  const config = { transport: directTransport(api.server), userAgent: 'test', qps: -1 };
  const client = newForConfig(api.sim, config);
  const ask = <T>(question: Blocking<T>): T => {
    let answer: T | undefined;
    api.sim.go(
      'asker',
      (function* () {
        answer = yield* question;
      })(),
    );
    api.sim.runFor(1);
    return answer as T;
  };
  return { api, config, client, ask };
}

test('reads, patches and deletes any object by its metadata', () => {
  const { api, client, ask } = setUp();
  const { metadata } = api.pod('a', { labels: { app: 'web' } });
  const own = client.resource(pods).namespace('default');
  expect(ask(own.get('a'))[0]).toEqual({
    apiVersion: 'meta.k8s.io/v1',
    kind: 'PartialObjectMetadata',
    metadata,
  });
  const [patched] = ask(
    own.patch('a', 'application/merge-patch+json', { metadata: { labels: { app: 'db' } } }),
  );
  expect(patched?.metadata.labels).toEqual({ app: 'db' });
  expect(ask(own.list({}))[0]?.items.map((item) => item.metadata.name)).toEqual(['a']);
  const uid = 'another';
  expect(ask(own.delete('a', { preconditions: { uid } }))?.message).toContain(
    'does not match the UID in record',
  );
  expect(ask(own.delete('a', { preconditions: { uid: metadata.uid ?? '' } }))).toBeUndefined();
  expect(ask(own.get('a'))[1]?.message).toBe('pods "a" not found');
});

test('a resource of a group that does not have it is not found', () => {
  const { client, ask } = setUp();
  const [, err] = ask(
    client
      .resource({ ...pods, group: 'apps' })
      .namespace('default')
      .get('a'),
  );
  expect(err?.status.code).toBe(404);
});

test('a collection is deleted', () => {
  const { api, client, ask } = setUp();
  for (const name of ['a', 'b']) api.do('create', 'configmaps', { body: { metadata: { name } } });
  const all = client.resource(configMaps).namespace('default');
  expect(ask(all.deleteCollection({ propagationPolicy: 'Background' }, {}))).toBeUndefined();
  expect(ask(all.list({}))[0]?.items).toEqual([]);
});

test('a known type gets the typed informer, and any other one of metadata only', () => {
  const { api, config, client } = setUp();
  const typed = newTypedFactory(api.sim, newClientset(api.sim, config), { program: 'test' });
  const factory = newInformerFactory(typed, newSharedInformerFactory(api.sim, client, { program: 'test' }));
  const [podInformer] = factory.forResource(pods);
  const [configMapInformer] = factory.forResource(configMaps);
  expect(podInformer?.informer()).toBe(typed.core().v1().pods().informer());
  expect(factory.forResource(configMaps)[0]?.informer()).toBe(configMapInformer?.informer());

  api.do('create', 'configmaps', { body: { metadata: { name: 'a' }, data: { key: 'value' } } });
  api.pod('b');
  factory.start(new Chan<never>('stop'));
  api.sim.runFor(1000);
  const listed = configMapInformer?.lister().byNamespace('default').list(everything())[0];
  expect(listed?.map((object) => [object.kind, 'data' in object])).toEqual([
    ['PartialObjectMetadata', false],
  ]);
  expect(podInformer?.lister().byNamespace('default').get('b')[0]?.kind).toBe('Pod');
});

test('a factory starts each informer once, and tells which have synced', () => {
  const { api, client, ask } = setUp();
  const factory = newSharedInformerFactory(api.sim, client, { program: 'test' });
  const stop = new Chan<never>('stop');
  factory.forResource(pods);
  const names = (): string[] =>
    [...api.sim.processes.values()].map(({ name }) => name).filter((name) => name.endsWith('/informer'));
  factory.start(stop);
  factory.start(stop);
  expect(names()).toEqual(['pods/informer']);
  factory.forResource(configMaps);
  api.sim.runFor(1000);
  expect([...ask(factory.waitForCacheSync(stop))]).toEqual([['/v1, Resource=pods', true]]);
  factory.start(stop);
  expect(names()).toEqual(['pods/informer', 'configmaps/informer']);
  factory.forResource({ group: 'none', version: 'v1', resource: 'widgets' });
  factory.start(stop);
  api.sim.after(0, () => stop.close());
  expect(new Map(ask(factory.waitForCacheSync(stop))).get('none/v1, Resource=widgets')).toBe(false);
});
