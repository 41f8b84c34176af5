import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type { Result } from '../../../src/runtime/go/result.ts';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Manager } from '../../../src/runtime/kubernetes/pkg/kubelet/util/manager/manager.ts';
import { newNotFound } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Secret } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

/** What happens to a manager of secrets, or on the server. */
export interface ManagerOp {
  readonly AdvanceS?: number;
  readonly Op: 'server' | 'serverDelete' | 'register' | 'unregister' | 'get' | 'ttl';
  readonly Name?: string;
  readonly RV?: string;
  readonly Value?: string;
  readonly Immutable?: boolean;
  readonly Pod?: string;
  readonly Refs?: readonly string[];
  /** What a request fails with meanwhile. */
  readonly Error?: string;
  readonly TTL?: string;
}

/** The namespace of all. */
export const namespace = 'ns';

export const secrets = { group: '', resource: 'secrets' };

/** The secret as the server has it after the operation. */
function secretOf({ Name = '', RV, Value = '', Immutable }: ManagerOp): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name: Name, resourceVersion: RV } as ObjectMeta & {
      name: string;
      namespace: string;
    },
    data: { value: Value },
    immutable: Immutable ?? false,
  } as unknown as Secret;
}

/** The secrets by name that the server has. */
export function serve(server: Map<string, Secret>, op: ManagerOp): void {
  if (op.Op === 'server') server.set(op.Name!, secretOf(op));
  if (op.Op === 'serverDelete') server.delete(op.Name!);
}

/** Registers a pod that takes its environment from the secrets, or forgets it. */
export function register(manager: Manager<Secret>, { Op, Pod: name = '', Refs = [] }: ManagerOp): void {
  const envFrom = Refs.map((secret) => ({ secretRef: { name: secret } }));
  const pod = {
    metadata: { namespace, name, uid: name },
    spec: { containers: [{ name: 'c', envFrom }] },
  } as unknown as Pod;
  if (Op === 'register') manager.registerPod(pod);
  if (Op === 'unregister') manager.unregisterPod(pod);
}

export const notFound = (name: string): Error => newNotFound(secrets, name);

/** What a read gave. */
export const readOf = ([secret, err]: Result<Secret>): object => ({
  error: err?.message,
  resourceVersion: secret?.metadata.resourceVersion,
  value: secret?.data?.['value'],
});

/** The secrets that a pod of `register` names. */
export const refsOf = (pod: Pod): ReadonlySet<string> =>
  new Set(pod.spec.containers[0]!.envFrom?.map(({ secretRef }) => secretRef!.name!));
