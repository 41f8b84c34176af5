import { expect, test } from 'vitest';
import { Stage } from '../../../../src/runtime/stage/stage.ts';
import { replicaSet } from '../../../../src/runtime/subjects/api/objects.ts';
import { plane } from '../../../../src/runtime/subjects/scheduler/planes/scheduler-replicasets.ts';

const named = { namespace: 'default', name: 'web' } as const;

/** A Deployment and a ReplicaSet of one name. */
function clusterOfBoth(): { stage: Stage; replicasOf(resource: string): number | undefined } {
  const stage = new Stage(plane);
  stage.start();
  for (const kind of ['ReplicaSet', 'Deployment'])
    expect(stage.act({ kind: 'apply', object: { ...replicaSet('web', 1), kind } })).toBe(undefined);
  const replicasOf = (resource: string): number | undefined => {
    const [object] = stage.part('api').list(resource, 'default');
    return (object as { readonly spec?: { readonly replicas?: number } } | undefined)?.spec?.replicas;
  };
  return { stage, replicasOf };
}

test('scale is about a ReplicaSet where it names no resource', () => {
  const { stage, replicasOf } = clusterOfBoth();
  expect(stage.act({ kind: 'scale', ...named, replicas: 4 })).toBe(undefined);
  expect([replicasOf('replicasets'), replicasOf('deployments')]).toEqual([4, 1]);
});

test('scale is about what it names', () => {
  const { stage, replicasOf } = clusterOfBoth();
  expect(stage.act({ kind: 'scale', resource: 'deployments', ...named, replicas: 4 })).toBe(undefined);
  expect([replicasOf('replicasets'), replicasOf('deployments')]).toEqual([1, 4]);
});

test('what is not there cannot be scaled', () => {
  const { stage } = clusterOfBoth();
  const refused = stage.act({ kind: 'scale', resource: 'statefulsets', ...named, replicas: 4 });
  expect(refused?.message).toBe('statefulsets.apps "web" not found');
});
