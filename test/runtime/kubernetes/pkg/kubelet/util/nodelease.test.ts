import { expect, test } from 'vitest';
import { setNodeOwnerFunc } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/util/nodelease.ts';
import { newNotFound } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Draft,
  KubeObject,
  Lease,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../../../../golden/kubelet/client.ts';
import { ended } from '../../../../../golden/kubelet/ended.ts';

const leaseOf = (metadata: object = {}): Draft<Lease> =>
  ({ metadata: { name: 'n', ...metadata }, spec: {} }) as unknown as Draft<Lease>;

/** What a server is asked for that has the node, or not. */
function owning(lease: Draft<Lease>, node: object | undefined) {
  const asked: string[] = [];
  const client = clientOf(new Sim(), {
    *do({ verb, name = '' }) {
      asked.push(`${verb} ${name}`);
      if (!node) return [undefined, newNotFound({ group: '', resource: 'nodes' }, name)];
      return [node as KubeObject, undefined];
    },
  });
  return { err: ended(setNodeOwnerFunc(client, 'n')(lease)), asked };
}

test('a lease becomes that of its node', () => {
  const lease = leaseOf();
  expect(owning(lease, { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n', uid: 'u' } })).toEqual({
    err: undefined,
    asked: ['get n'],
  });
  expect(lease.metadata.ownerReferences).toEqual([{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }]);
});

test('a lease that has an owner keeps it, and nobody is asked', () => {
  const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'old' };
  const lease = leaseOf({ ownerReferences: [owner] });
  expect(owning(lease, undefined)).toEqual({ err: undefined, asked: [] });
  expect(lease.metadata.ownerReferences).toEqual([owner]);
});

test('where there is no node, the lease has no owner yet', () => {
  const lease = leaseOf();
  expect(owning(lease, undefined).err?.message).toBe('nodes "n" not found');
  expect(lease.metadata.ownerReferences).toBe(undefined);
});
