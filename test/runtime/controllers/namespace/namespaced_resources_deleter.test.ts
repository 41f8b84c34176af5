import type { APIResourceList } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import type { Namespace } from '../../../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { type APIRequest, APIServer } from '../../../../src/runtime/apiserver/server.ts';
import { newForConfig } from '../../../../src/runtime/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataClient } from '../../../../src/runtime/client-go/metadata/metadata.ts';
import { directTransport } from '../../../../src/runtime/client-go/rest/transport.ts';
import {
  type DiscoverResources,
  ResourcesRemainingError,
  newNamespacedResourcesDeleter,
} from '../../../../src/runtime/controllers/namespace/deletion/namespaced_resources_deleter.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';

const all = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const resources = (verbs: readonly string[] = all): APIResourceList[] => [
  {
    groupVersion: 'v1',
    resources: ['pods', 'configmaps'].map((name) => ({
      name,
      kind: name,
      namespaced: true,
      singularName: '',
      verbs: [...verbs],
    })),
  },
];

/** A namespace `shop`, a deleter, and what that asks the API server. */
class Shop {
  readonly sim = new Sim();
  readonly asked: string[] = [];
  readonly server: APIServer;
  readonly #discover: DiscoverResources;

  constructor(discover: DiscoverResources = found(resources())) {
    this.server = new APIServer(this.sim, { beforeRequest: (request) => void this.#note(request) });
    this.#discover = discover;
    this.do({ verb: 'create', resource: 'namespaces', body: { metadata: { name: 'shop' } } });
  }

  #note({ verb, resource, subresource, userAgent }: APIRequest): void {
    if (userAgent === 'test') this.asked.push([verb, resource, subresource].filter(Boolean).join(' '));
  }

  do(request: Omit<APIRequest, 'userAgent'>) {
    const [object, err] = this.server.do({ ...request, userAgent: 'kubectl' });
    if (err) throw err;
    return object;
  }

  end(): void {
    this.do({ verb: 'delete', resource: 'namespaces', name: 'shop' });
  }

  /** Lets the deleter do what it can once; its error, if there is one. */
  empty(): Error | undefined {
    const config = { transport: directTransport(this.server), userAgent: 'test', qps: -1 };
    const client = newForConfig(this.sim, config);
    const { sim } = this;
    const discoverResources = this.#discover;
    const options = {
      nsClient: client.coreV1().namespaces(),
      metadataClient: newMetadataClient(sim, config),
      podsGetter: client.coreV1(),
      discoverResources,
      finalizerToken: 'kubernetes',
    };
    let result: Error | undefined;
    sim.go(
      'test',
      (function* () {
        const [deleter, err] = yield* newNamespacedResourcesDeleter(sim, options);
        result = err ?? (yield* deleter!.delete('shop'));
      })(),
    );
    sim.runFor(10);
    return result;
  }

  get namespace(): Namespace | undefined {
    return this.server.do({ verb: 'get', resource: 'namespaces', name: 'shop', userAgent: 'kubectl' })[0] as
      Namespace | undefined;
  }
}

const found = (lists: APIResourceList[] | undefined, err?: Error): DiscoverResources =>
  function* (): Blocking<[APIResourceList[] | undefined, Error | undefined]> {
    return [lists, err];
  };

const pod = (grace: number) => ({
  metadata: { name: `p${grace}` },
  spec: { containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: grace, nodeName: 'a' },
});

describe('the deleter', () => {
  test('leaves a namespace alone that is not being deleted', () => {
    const shop = new Shop();
    expect(shop.empty()).toBeUndefined();
    expect(shop.asked).toEqual(['get namespaces']);
  });

  test('deletes collections, looks what is left, says how it went, and takes the finalizer off', () => {
    const shop = new Shop();
    shop.do({ verb: 'create', resource: 'configmaps', namespace: 'shop', body: { metadata: { name: 'a' } } });
    shop.end();
    expect(shop.empty()).toBeUndefined();
    expect(new Set(shop.asked)).toEqual(
      new Set([
        'get namespaces',
        'list pods',
        'deletecollection pods',
        'deletecollection configmaps',
        'list configmaps',
        'update namespaces status',
        'update namespaces finalize',
      ]),
    );
    // The status was changed since the namespace was read, so the first try meets a conflict.
    expect(shop.asked.filter((ask) => ask === 'update namespaces finalize')).toHaveLength(2);
    expect(shop.namespace).toBeUndefined();
  });

  test('takes no more than its own finalizer off', () => {
    const shop = new Shop();
    const spec = { finalizers: ['kubernetes', 'x.io/other'] };
    const body = { metadata: { name: 'shop' }, spec };
    shop.do({ verb: 'update', resource: 'namespaces', name: 'shop', subresource: 'finalize', body });
    shop.end();
    expect(shop.empty()).toBeUndefined();
    expect(shop.namespace?.spec?.finalizers).toEqual(['x.io/other']);
  });

  test('does nothing more once the finalizers are off', () => {
    const shop = new Shop();
    const hold = { metadata: { finalizers: ['x.io/hold'] } };
    shop.do({
      verb: 'patch',
      resource: 'namespaces',
      name: 'shop',
      patchType: 'application/merge-patch+json',
      body: hold,
    });
    shop.end();
    shop.empty();
    shop.asked.length = 0;
    expect(shop.empty()).toBeUndefined();
    expect(shop.asked).toEqual(['get namespaces']);
  });

  test('goes on with what it knows when discovery fails, and keeps the namespace', () => {
    const shop = new Shop(found(resources(), new Error('test error')));
    shop.end();
    expect(shop.empty()?.message).toBe('test error');
    expect(shop.asked).toContain('deletecollection configmaps');
    expect(shop.asked).not.toContain('update namespaces finalize');
    const condition = shop.namespace?.status?.conditions?.find(({ status }) => status === 'True');
    expect(condition).toMatchObject({ type: 'NamespaceDeletionDiscoveryFailure', message: 'test error' });
  });

  test('cannot be made when nothing is discovered', () => {
    expect(new Shop(found(undefined, new Error('down'))).empty()?.message).toBe(
      'Unable to get any supported resources from server: down',
    );
  });

  test('deletes one by one what cannot be deleted as a whole', () => {
    const shop = new Shop(found(resources(all.filter((verb) => verb !== 'deletecollection'))));
    for (const name of ['a', 'b']) {
      shop.do({ verb: 'create', resource: 'configmaps', namespace: 'shop', body: { metadata: { name } } });
    }
    shop.end();
    expect(shop.empty()).toBeUndefined();
    expect(shop.asked.filter((ask) => ask === 'delete configmaps')).toHaveLength(2);
    expect(shop.asked).not.toContain('deletecollection configmaps');
  });

  test('thinks that pods need their longest grace period, until that is over', () => {
    const shop = new Shop();
    for (const grace of [10, 40])
      shop.do({ verb: 'create', resource: 'pods', namespace: 'shop', body: pod(grace) });
    shop.end();
    const err = shop.empty();
    expect(err).toBeInstanceOf(ResourcesRemainingError);
    expect(err?.message).toBe(
      'some content remains in the namespace, estimate 40 seconds before it is removed',
    );
    shop.sim.runFor(41_000);
    expect(shop.empty()?.message).toBe(
      'unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods',
    );
  });

  test('thinks that finalizers need 15 seconds', () => {
    const shop = new Shop();
    const metadata = { name: 'held', finalizers: ['example.com/hold'] };
    shop.do({ verb: 'create', resource: 'configmaps', namespace: 'shop', body: { metadata } });
    shop.end();
    expect((shop.empty() as ResourcesRemainingError).estimate).toBe(15);
    const told = shop.namespace?.status?.conditions?.filter(({ status }) => status === 'True');
    expect(told?.map(({ message }) => message)).toEqual([
      'Some resources are remaining: configmaps. has 1 resource instances',
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    ]);
  });
});
