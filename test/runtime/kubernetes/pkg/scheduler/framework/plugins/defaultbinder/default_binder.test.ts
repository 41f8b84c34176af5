import { expect, test } from 'vitest';
import type { Clientset } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  BindPlugin,
  Handle,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultbinder/default_binder.ts';
import { background } from '../../../../../../../../src/runtime/sim/context.ts';
import { newPluginOf, pod } from '../handle.ts';

// Upstream's TestDefaultBinder.
test.each([
  ['written', undefined],
  ['refused', new Error('binding error')],
])('a binding that is %s', (_name, refusal) => {
  const written: unknown[] = [];
  const pods = (namespace: string) => ({
    *bind(binding: object) {
      written.push([namespace, binding]);
      return refusal;
    },
  });
  const clientSet = (): Clientset => ({ coreV1: () => ({ pods }) }) as unknown as Clientset;
  const plugin = newPluginOf<BindPlugin>(newPlugin, undefined, { clientSet } as Handle);
  const foo = pod({ name: 'foo', namespace: 'ns' });
  const { done, value } = plugin.bind(background, newCycleState(), foo, 'foohost').next();
  expect(done).toBe(true);
  const status = value as Exclude<typeof value, { kind: string }>;
  expect(status && [status.code, status.message()]).toEqual(refusal && ['Error', 'binding error']);
  const metadata = { namespace: 'ns', name: 'foo', uid: foo.metadata.uid };
  const target = { kind: 'Node', name: 'foohost' };
  expect(written).toEqual([['ns', { apiVersion: 'v1', kind: 'Binding', metadata, target }]]);
});
