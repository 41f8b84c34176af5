import { describe, expect, test } from 'vitest';
import type { PodDisruptionBudget } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { PreemptHandle } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newStatus } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface_status.ts';
import {
  filterPodsWithPDBViolation,
  selectVictimsOnNode,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption_victims.ts';
import { pod } from '../handle.ts';
import { at, frameworkOf, high, large, low, nodeOf, podOf, small, veryLarge } from './preemption.ts';

const app = (name: string, namespace = 'ns') => pod({ name, namespace, labels: { app: 'foo' } });

function budget(disruptionsAllowed: number | undefined, more: object = {}): PodDisruptionBudget {
  const spec = { selector: { matchLabels: { app: 'foo' } } };
  return {
    metadata: { namespace: 'ns', name: 'pdb' },
    spec,
    status: { disruptionsAllowed },
    ...more,
  } as never;
}

const selecting = (selector: object | undefined) => ({ spec: selector && { selector } });

// Upstream has no test of its own for this; each case is a line of its filterPodsWithPDBViolation.
describe('the pods whose going is against a budget', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => app(name));
  const three = [a!, b!, c!];
  test.each<[string, readonly PodDisruptionBudget[], readonly string[]]>([
    ['none without budgets', [], []],
    ['all, if nothing is allowed', [budget(0)], ['a', 'b', 'c']],
    ['those after the first, if one may go', [budget(1)], ['b', 'c']],
    ['none, if as many may go', [budget(3)], []],
    [
      'all, of a budget that nobody has counted yet',
      [budget(undefined, { status: undefined })],
      ['a', 'b', 'c'],
    ],
    ['those of any of several budgets', [budget(2), budget(1)], ['b', 'c']],
    ['none by a budget of another namespace', [budget(0, { metadata: { namespace: 'other' } })], []],
    ['none by a budget without a selector', [budget(0, selecting(undefined))], []],
    ['none by a selector that is empty', [budget(0, selecting({}))], []],
    ['none by a selector of other labels', [budget(0, selecting({ matchLabels: { app: 'bar' } }))], []],
    [
      'none by a selector that cannot be read',
      [budget(0, selecting({ matchExpressions: [{ key: 'app', operator: 'Like' }] }))],
      [],
    ],
    [
      'not those whose going is counted already',
      [budget(1, { status: { disruptionsAllowed: 1, disruptedPods: { a: '', b: '' } } })],
      [],
    ],
  ])('%s', (_what, budgets, expected) => {
    const [violating, others] = filterPodsWithPDBViolation(three, budgets);
    const names = (pods: readonly { metadata: { name: string } }[]) =>
      pods.map(({ metadata }) => metadata.name);
    expect(names(violating)).toEqual(expected);
    expect(names(others)).toEqual(['a', 'b', 'c'].filter((name) => !expected.includes(name)));
  });

  test('a pod without labels is protected by no budget, not even one for all that lack a label', () => {
    const absent = selecting({ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] });
    expect(filterPodsWithPDBViolation([pod({ namespace: 'ns' })], [budget(0, absent)])[0]).toEqual([]);
    const labelled = pod({ namespace: 'ns', labels: { tier: 'web' } });
    expect(filterPodsWithPDBViolation([labelled], [budget(0, absent)])[0]).toEqual([labelled]);
  });
});

// The errors on which upstream's selectVictimsOnNode gives up.
describe.each([
  ['by no budget', []],
  ['by a budget', [budget(0, { metadata: { namespace: 'default', name: 'pdb' } })]],
])('a node whose pods are protected %s is no candidate', (_protected, budgets) => {
  const labels = { app: 'foo' };
  const running = [
    podOf('small', at('node', low, small, { labels })),
    podOf('large', at('node', low, large, { labels })),
  ];
  const framework = frameworkOf({ nodes: [nodeOf('node')], pods: running }, ['NodeResourcesFit']);
  const chosen = (broken: Partial<PreemptHandle>, size = large) => {
    const pending = podOf('p', { at: '', priority: high, size });
    const state = newCycleState();
    framework.runPreFilterPlugins(state, pending);
    const [info] = framework.snapshotSharedLister().nodeInfos().list();
    const handle = { ...framework.preemptHandle(), ...broken };
    const victims = selectVictimsOnNode(handle, state, pending, info!.clone(), budgets, 0);
    return victims && [...victims.pods.map(({ metadata }) => metadata.name), victims.numPDBViolations];
  };
  const against = (number: number) => (budgets.length > 0 ? number : 0);
  /** Fails the call of that number, counted from 1. */
  const atCall = (number: number) => {
    let calls = 0;
    return () => (++calls === number ? newStatus('Error', 'broken') : undefined);
  };

  test('unless nothing goes wrong: then the small one may stay', () => {
    expect(chosen({})).toEqual(['large', against(1)]);
    expect(chosen({}, veryLarge)).toEqual(['small', 'large', against(2)]);
  });

  test.each([
    ['a pod cannot be taken away', { runPreFilterExtensionRemovePod: atCall(1) }],
    ['a pod cannot be let back', { runPreFilterExtensionAddPod: atCall(1) }],
    ['the last pod cannot be let back', { runPreFilterExtensionAddPod: atCall(2) }],
    ['a pod that was let back cannot be taken away again', { runPreFilterExtensionRemovePod: atCall(3) }],
  ])('if %s', (_what, broken) => {
    expect(chosen(broken)).toBeUndefined();
  });
});
