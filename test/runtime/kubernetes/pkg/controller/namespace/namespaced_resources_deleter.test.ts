import type { APIResourceList } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import {
  type StatusError,
  newConflict,
  newInternalError,
  newMethodNotSupported,
  newNotFound,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Namespace } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { APIServer } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { APIRequest } from '../../../../../../src/runtime/wire.ts';
import { newForConfig } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataClient } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/metadata/metadata.ts';
import { directTransport } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  type DiscoverResources,
  ResourcesRemainingError,
  newNamespacedResourcesDeleter,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { coreKinds } from '../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';

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

const wordsOf = ({ verb, resource, subresource }: APIRequest): string =>
  [verb, resource, subresource].filter(Boolean).join(' ');

/** A namespace `shop`, a deleter, and what that asks the API server. */
class Shop {
  readonly sim = new Sim();
  readonly asked: string[] = [];
  readonly server: APIServer;
  readonly #discover: DiscoverResources;
  /** What somebody else does before a conflict. */
  beforeConflict = (): void => undefined;
  /** The errors that requests of the deleter meet, each once, by their words. */
  readonly refused: [words: string, err: StatusError][] = [];

  constructor(discover: DiscoverResources = found(resources())) {
    this.server = new APIServer(this.sim, {
      kinds: coreKinds,
      beforeRequest: (request) => void this.#note(request),
    });
    this.#discover = discover;
    this.do({ verb: 'create', resource: 'namespaces', body: { metadata: { name: 'shop' } } });
  }

  #note(request: APIRequest): void {
    if (request.userAgent === 'test') this.asked.push(wordsOf(request));
  }

  #refusing(): Pick<APIServer, 'do' | 'watch'> {
    const { server, refused, asked } = this;
    const beforeConflict = (): void => this.beforeConflict();
    return {
      do(request) {
        const words = wordsOf(request);
        const at = refused.findIndex(([of]) => of === words);
        if (at < 0) return server.do(request);
        asked.push(words);
        if (refused[at]![1] === conflict) beforeConflict();
        return [undefined, refused.splice(at, 1)[0]![1]];
      },
      watch: (request) => server.watch(request),
    };
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
    const config = { transport: directTransport(this.#refusing()), userAgent: 'test', qps: -1 };
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

const pod = (graceSeconds: number) => ({
  metadata: { name: `p${graceSeconds}` },
  spec: {
    containers: [{ name: 'c', image: 'i' }],
    terminationGracePeriodSeconds: graceSeconds,
    nodeName: 'a',
  },
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

  test('says of a group version that it cannot read, and keeps the namespace', () => {
    const odd = { ...resources()[0]!, groupVersion: 'a/b/c' };
    const shop = new Shop(found([odd, ...resources()]));
    shop.end();
    const message = 'unexpected GroupVersion string: a/b/c';
    expect(shop.empty()?.message).toBe(message);
    const condition = shop.namespace?.status?.conditions?.find(({ status }) => status === 'True');
    expect(condition).toMatchObject({ type: 'NamespaceDeletionGroupVersionParsingFailure', message });
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
    for (const graceSeconds of [10, 40])
      shop.do({ verb: 'create', resource: 'pods', namespace: 'shop', body: pod(graceSeconds) });
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

const no = newInternalError(new Error('no'));
const configMaps = { group: '', resource: 'configmaps' };
const namespaces = { group: '', resource: 'namespaces' };
const missing = newNotFound(configMaps, 'a');
const unsupported = newMethodNotSupported(configMaps, 'deletecollection');
const conflict = newConflict(namespaces, 'shop', new Error('late'));

describe('a deleter that is refused', () => {
  const refusing = (words: string, err: StatusError, verbs = all): [Error | undefined, Shop] => {
    const shop = new Shop(found(resources(verbs)));
    for (const name of ['a', 'b'])
      shop.do({ verb: 'create', resource: 'configmaps', namespace: 'shop', body: { metadata: { name } } });
    shop.end();
    shop.refused.push([words, err]);
    return [shop.empty(), shop];
  };
  const singly = all.filter((verb) => verb !== 'deletecollection');
  const told = 'Internal error occurred: no';

  test.each<[string, StatusError, string | undefined, string[]?]>([
    ['get namespaces', newNotFound(namespaces, 'shop'), undefined],
    ['get namespaces', no, told],
    ['list pods', no, told],
    ['deletecollection configmaps', no, told],
    ['list configmaps', no, told],
    ['list configmaps', no, told, singly],
    ['delete configmaps', no, told, singly],
    ['update namespaces finalize', no, told],
  ])('%s %s: keeps the namespace', (words, err, message, verbs) => {
    const [result, shop] = refusing(words, err, verbs);
    expect(result?.message).toBe(message);
    expect(shop.namespace).toBeDefined();
    // And with nothing in its way it ends what it began.
    expect(shop.empty()).toBeUndefined();
    expect(shop.namespace).toBeUndefined();
  });

  test.each<[string, StatusError, string[]?]>([
    ['deletecollection configmaps', missing],
    ['deletecollection configmaps', unsupported],
    ['delete configmaps', missing, singly],
    ['delete configmaps', unsupported, singly],
    ['list configmaps', missing, singly],
    ['update namespaces status', no],
    ['update namespaces finalize', conflict],
  ])('%s %s: goes on another way', (words, err, verbs) => {
    const [result, shop] = refusing(words, err, verbs);
    expect(shop.asked).toContain(words);
    if (result) expect(result.message).toContain('unexpected items still remain');
    shop.empty();
    expect(shop.namespace).toBeUndefined();
  });

  test('deletes the others of a resource one by one where the collection cannot go', () => {
    const [result, shop] = refusing('deletecollection configmaps', unsupported);
    expect(result).toBeUndefined();
    expect(shop.asked.filter((words) => words === 'delete configmaps')).toHaveLength(2);
  });

  test('does not look what is left of what cannot be listed', () => {
    const [result, shop] = refusing('', no, ['delete', 'deletecollection']);
    expect([result, shop.namespace]).toEqual([undefined, undefined]);
    expect(shop.asked).not.toContain('list configmaps');
  });

  test('says in the status what failed, and what failed no more', () => {
    const [, shop] = refusing('deletecollection configmaps', no);
    const failure = () =>
      shop.namespace?.status?.conditions?.find(({ type }) => type === 'NamespaceDeletionContentFailure');
    expect(failure()).toMatchObject({
      status: 'True',
      message: `Failed to delete all resource types, 1 remaining: ${told}`,
    });
    shop.refused.push(['update namespaces finalize', no]);
    shop.empty();
    expect(failure()?.status).toBe('False');
    const before = shop.asked.length;
    shop.refused.push(['update namespaces finalize', no]);
    shop.empty();
    expect(shop.asked.slice(before)).not.toContain('update namespaces status');
  });

  test('ends where another namespace has its name by now', () => {
    const shop = new Shop();
    shop.end();
    shop.refused.push(['update namespaces finalize', conflict]);
    const old = shop.namespace!;
    const finalize = (): void => {
      const body = { metadata: { name: 'shop' }, spec: { finalizers: [] } };
      shop.do({ verb: 'update', resource: 'namespaces', name: 'shop', subresource: 'finalize', body });
      shop.do({ verb: 'create', resource: 'namespaces', body: { metadata: { name: 'shop' } } });
    };
    shop.beforeConflict = finalize;
    expect(shop.empty()?.message).toBe('namespace uid has changed across retries');
    expect(shop.namespace?.metadata.uid).not.toBe(old.metadata.uid);
    expect(shop.namespace?.metadata.deletionTimestamp).toBeUndefined();
  });
});

describe('the estimate', () => {
  const estimateOf = (...phases: string[]): number | undefined => {
    const shop = new Shop();
    for (const [i, phase] of phases.entries()) {
      const body = pod(10 * (i + 1));
      const { name } = body.metadata;
      shop.do({ verb: 'create', resource: 'pods', namespace: 'shop', body });
      const patchType = 'application/merge-patch+json';
      const of = { resource: 'pods', namespace: 'shop', name, subresource: 'status' } as const;
      shop.do({ verb: 'patch', ...of, patchType, body: { status: { phase } } });
    }
    shop.end();
    return (shop.empty() as ResourcesRemainingError | undefined)?.estimate;
  };

  test.each<[string[], number | undefined]>([
    [['Running', 'Running'], 20],
    [['Running', 'Succeeded'], 10],
    [['Pending', 'Failed'], 10],
    [['Running', 'Failed', 'Succeeded'], 10],
  ])('of %j is the longest grace period of those that have not ended: %s', (phases, seconds) => {
    expect(estimateOf(...phases)).toBe(seconds);
  });

  test('is over when its time is', () => {
    const shop = new Shop();
    shop.do({ verb: 'create', resource: 'pods', namespace: 'shop', body: pod(10) });
    shop.end();
    shop.sim.runFor(9_990);
    expect(shop.empty()).toBeInstanceOf(ResourcesRemainingError);
    expect(shop.sim.now).toBe(10_000);
    expect(shop.empty()?.message).toContain('unexpected items still remain');
  });
});
