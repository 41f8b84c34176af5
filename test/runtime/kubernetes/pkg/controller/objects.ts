import type { PodCondition } from 'kubernetes-types/core/v1';
import type { Pod, ReplicaSet } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newControllerRef } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { deepFreeze } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';

export const replicaSetKind = { group: 'apps', version: 'v1', kind: 'ReplicaSet' } as const;

/** A ReplicaSet as the API server would give it. Its template has a label more than `labels`, as upstream's tests have. */
export function newReplicaSet(
  replicas: number,
  labels: Readonly<Record<string, string>>,
  more: {
    readonly name?: string;
    readonly uid?: string;
    readonly spec?: object;
    readonly metadata?: object;
  } = {},
): ReplicaSet {
  const { name = 'foobar', uid = `uid-of-${name}` } = more;
  return deepFreeze({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default', uid, resourceVersion: '18', ...more.metadata },
    spec: {
      replicas,
      selector: { matchLabels: { ...labels } },
      template: {
        metadata: { labels: { name: 'foo', type: 'production' } },
        spec: { containers: [{ name: 'app', image: 'foo/bar' }], nodeSelector: { baz: 'blah' } },
      },
      ...more.spec,
    },
    status: { replicas: 0 },
  } as ReplicaSet);
}

/** A pod of that ReplicaSet, with its selector's labels. A Running pod is ready. */
export function newPod(
  name: string,
  rs: ReplicaSet | undefined,
  phase: string,
  more: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly readySince?: string;
    readonly owned?: boolean;
    readonly metadata?: object;
    readonly spec?: object;
  } = {},
): Pod {
  const conditions: PodCondition[] =
    phase === 'Running'
      ? [
          {
            type: 'Ready',
            status: 'True',
            ...(more.readySince ? { lastTransitionTime: more.readySince } : {}),
          },
        ]
      : [];
  const owned = rs !== undefined && more.owned !== false;
  return deepFreeze({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-of-${name}`,
      resourceVersion: '1',
      labels: { ...(more.labels ?? rs?.spec.selector.matchLabels) },
      ...(owned ? { ownerReferences: [newControllerRef(rs, replicaSetKind)] } : {}),
      ...more.metadata,
    },
    spec: { containers: [{ name: 'app', image: 'foo/bar' }], ...more.spec },
    status: { phase, conditions },
  } as Pod);
}

/** `count` pods, `<prefix>0` and so on. */
export function newPods(count: number, phase: string, rs: ReplicaSet, prefix = 'pod'): Pod[] {
  return Array.from({ length: count }, (_, i) => newPod(`${prefix}${i}`, rs, phase));
}

export const names = (pods: readonly { readonly metadata: { readonly name?: string } }[]): string[] =>
  pods.map((pod) => pod.metadata.name ?? '');
