import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Blocking } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

/** A pod in no namespace, as most of upstream's tests of this package have it. */
export function makePod(
  name: string,
  resourceVersion?: string,
  metadata: KubeObject['metadata'] = {},
): KubeObject {
  return { kind: 'Pod', apiVersion: 'v1', metadata: { name, uid: name, resourceVersion, ...metadata } };
}

export const podType = { apiVersion: 'v1', kind: 'Pod' };

/** Runs one call to its end in a simulator of its own. */
export function run<T>(body: Blocking<T>, sim: Sim = new Sim()): T {
  let result: { value: T } | undefined;
  sim.go(
    'test',
    (function* () {
      result = { value: yield* body };
    })(),
  );
  if (!sim.runUntil(() => result !== undefined)) throw new Error('the call never came back');
  return (result as unknown as { value: T }).value;
}
