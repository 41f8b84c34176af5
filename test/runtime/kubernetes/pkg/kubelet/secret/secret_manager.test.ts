import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newCachingConfigMapManager,
  newSimpleConfigMapManager,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/configmap/configmap_manager.ts';
import {
  newCachingSecretManager,
  newSimpleSecretManager,
  newWatchingSecretManager,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/secret/secret_manager.ts';
import { newNotFound } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { WatchEvent } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import { Chan } from '../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../../../../golden/kubelet/client.ts';
import { ended } from '../../../../../golden/kubelet/ended.ts';

/** A server that has every object but those of `gone`, and writes down what it is asked. */
function serverOf() {
  const sim = new Sim();
  const asked: string[] = [];
  const gone = new Set<string>();
  const objectOf = (kind: string, name: string) =>
    ({
      apiVersion: 'v1',
      kind,
      metadata: { name, namespace: 'ns', resourceVersion: '1' },
    }) as unknown as KubeObject;
  const client = clientOf(sim, {
    *do({ verb, resource, name = '', options }) {
      const kind = resource === 'secrets' ? 'Secret' : 'ConfigMap';
      asked.push(`${verb} ${resource} ${name || options?.fieldSelector}`);
      if (verb === 'list') {
        const items = [objectOf(kind, (options?.fieldSelector ?? '').replace('metadata.name=', ''))];
        return [
          { apiVersion: 'v1', kind: `${kind}List`, metadata: { resourceVersion: '1' }, items } as never,
          undefined,
        ];
      }
      if (gone.has(name)) return [undefined, newNotFound({ group: '', resource }, name)];
      return [objectOf(kind, name), undefined];
    },
    *watch({ resource, options }) {
      asked.push(`watch ${resource} ${options?.fieldSelector}`);
      const events = new Chan<WatchEvent>('events', 1);
      return [{ resultChan: () => events, stop: () => undefined }, undefined];
    },
  });
  return { sim, client, asked, gone };
}

const podOf = (spec: object): Pod =>
  ({
    metadata: { name: 'p', namespace: 'ns', uid: 'u' },
    spec: { containers: [], ...spec },
  }) as unknown as Pod;

describe('a pod has the secrets that it names', () => {
  const container = (name: string, of: object) => ({ [name]: [{ name: 'c', ...of }] });
  test.each<[string, object]>([
    ['for its images', { imagePullSecrets: [{ name: 's' }] }],
    [
      'in a variable',
      container('containers', { env: [{ name: 'V', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }),
    ],
    ['in an environment', container('containers', { envFrom: [{ secretRef: { name: 's' } }] })],
    ['in an init container', container('initContainers', { envFrom: [{ secretRef: { name: 's' } }] })],
    ['as a volume', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }],
    [
      'as a part of a volume',
      { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }] },
    ],
    ['for a share of files', { volumes: [{ name: 'v', azureFile: { secretName: 's' } }] }],
    ['for a volume of Ceph', { volumes: [{ name: 'v', cephfs: { secretRef: { name: 's' } } }] }],
    ['for a volume of iSCSI', { volumes: [{ name: 'v', iscsi: { secretRef: { name: 's' } } }] }],
    ['for a volume of a driver', { volumes: [{ name: 'v', csi: { nodePublishSecretRef: { name: 's' } } }] }],
  ])('%s', (_, spec) => {
    const { sim, client } = serverOf();
    const manager = newCachingSecretManager(sim, client, () => undefined);
    expect(ended(manager.getSecret('ns', 's'))[1]?.message).toBe('object "ns"/"s" not registered');
    manager.registerPod(podOf(spec));
    expect(ended(manager.getSecret('ns', 's'))[0]?.metadata.name).toBe('s');
    manager.unregisterPod(podOf(spec));
    expect(ended(manager.getSecret('ns', 's'))[1]?.message).toBe('object "ns"/"s" not registered');
  });
});

describe('a pod has the config maps that it names', () => {
  test.each<[string, object]>([
    [
      'in a variable',
      { containers: [{ env: [{ name: 'V', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } }] }] },
    ],
    ['in an environment', { containers: [{ envFrom: [{ configMapRef: { name: 'm' } }] }] }],
    ['as a volume', { volumes: [{ name: 'v', configMap: { name: 'm' } }] }],
    [
      'as a part of a volume',
      { volumes: [{ name: 'v', projected: { sources: [{ configMap: { name: 'm' } }] } }] },
    ],
  ])('%s', (_, spec) => {
    const { sim, client } = serverOf();
    const manager = newCachingConfigMapManager(sim, client, () => undefined);
    expect(ended(manager.getConfigMap('ns', 'm'))[1]?.message).toBe('object "ns"/"m" not registered');
    manager.registerPod(podOf(spec));
    expect(ended(manager.getConfigMap('ns', 'm'))[0]?.metadata.name).toBe('m');
  });
});

test('a caching manager asks once a minute, or as often as the node says', () => {
  const { sim, client, asked } = serverOf();
  let ttl: number | undefined;
  const manager = newCachingSecretManager(sim, client, () => ttl);
  manager.registerPod(podOf({ imagePullSecrets: [{ name: 's' }] }));
  const asks = (): number => {
    ended(manager.getSecret('ns', 's'));
    return asked.splice(0).length;
  };
  expect(asks()).toBe(1);
  sim.runFor(59_999);
  expect(asks()).toBe(0);
  sim.runFor(1);
  expect(asks()).toBe(1);
  ttl = 0;
  expect(asks()).toBe(1);
});

test('a simple manager keeps nothing, and has what nobody names', () => {
  const { client, asked, gone } = serverOf();
  const [secrets, configMaps] = [newSimpleSecretManager(client), newSimpleConfigMapManager(client)];
  ended(secrets.getSecret('ns', 's'));
  ended(secrets.getSecret('ns', 's'));
  ended(configMaps.getConfigMap('ns', 'm'));
  expect(asked).toEqual(['get secrets s', 'get secrets s', 'get configmaps m']);
  gone.add('s');
  expect(ended(secrets.getSecret('ns', 's'))[1]?.message).toBe('secrets "s" not found');
});

test('a watching manager lists and watches each secret by itself, and asks no more', () => {
  const { sim, client, asked } = serverOf();
  const manager = newWatchingSecretManager(sim, { enabled: () => true }, client);
  manager.registerPod(podOf({ imagePullSecrets: [{ name: 's' }, { name: 't' }] }));
  const names: (string | undefined)[] = [];
  const read = function* () {
    for (const name of ['s', 't', 's']) {
      const [secret] = yield* manager.getSecret('ns', name);
      names.push(secret?.metadata.name);
    }
  };
  sim.go('reader', read());
  sim.runFor(1000);
  expect(names).toEqual(['s', 't', 's']);
  const of = (name: string): string[] => [
    `list secrets metadata.name=${name}`,
    `watch secrets metadata.name=${name}`,
  ];
  expect(asked.toSorted()).toEqual([...of('s'), ...of('t')].toSorted());
});
