import { describe, expect, test } from 'vitest';
import type { ReplicaSet } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newConflict,
  newInvalid,
  newNotFound,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { selectorFromSet } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import {
  newPodControllerRefManager,
  recheckDeletionTimestamp,
} from '../../../../../src/runtime/kubernetes/pkg/controller/controller_ref_manager.ts';
import type { Result } from '../../../../../src/runtime/go/result.ts';
import type { Blocking } from '../../../../../src/runtime/sim/process.ts';
import { FakePodControl, now } from './fake_pod_control.ts';
import { names, newPod, newReplicaSet, replicaSetKind } from './objects.ts';

const production = { type: 'production' };
const testing = { type: 'testing' };
const deletionTimestamp = '2021-01-16T12:00:00Z';

const controller = newReplicaSet(2, production, { name: 'web' });
const dying = newReplicaSet(2, production, { name: 'web', metadata: { deletionTimestamp } });
const other = newReplicaSet(2, production, { name: 'other' });

const pods = { resource: 'pods', group: '' };

function managerOf(rs: ReplicaSet, canAdopt?: () => Blocking<Error | undefined>) {
  const podControl = new FakePodControl();
  const manager = newPodControllerRefManager(
    podControl,
    rs,
    selectorFromSet(production),
    replicaSetKind,
    canAdopt,
  );
  return { podControl, manager };
}

const adoption = (uid: string): object => ({
  metadata: {
    uid,
    ownerReferences: [
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'web',
        uid: 'uid-of-web',
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
  },
});

const releasing = (uid: string): object => ({
  metadata: { uid, ownerReferences: [{ $patch: 'delete', uid: 'uid-of-web' }] },
});

describe('CTL-04: claimPods', () => {
  const orphan = (name: string, labels: Record<string, string>, metadata = {}) =>
    newPod(name, undefined, 'Running', { labels, metadata });
  const owned = (name: string, labels: Record<string, string>, by = controller, metadata = {}) =>
    newPod(name, by, 'Running', { labels, metadata });

  test.each([
    {
      name: 'adopts an orphan with the right labels',
      rs: controller,
      pods: [orphan('pod1', production), orphan('pod2', testing)],
      claimed: ['pod1'],
      patches: [adoption('uid-of-pod1')],
    },
    {
      name: 'adopts none while it is being deleted',
      rs: dying,
      pods: [orphan('pod1', production), orphan('pod2', production)],
      claimed: [],
      patches: [],
    },
    {
      name: 'keeps its own while it is being deleted',
      rs: dying,
      pods: [owned('pod1', production), orphan('pod2', production)],
      claimed: ['pod1'],
      patches: [],
    },
    {
      name: 'leaves alone what another controls',
      rs: controller,
      pods: [owned('pod1', production), owned('pod2', production, other)],
      claimed: ['pod1'],
      patches: [],
    },
    {
      name: 'releases its own when the labels match no longer',
      rs: controller,
      pods: [owned('pod1', production), owned('pod2', testing)],
      claimed: ['pod1'],
      patches: [releasing('uid-of-pod2')],
    },
    {
      name: 'releases none while it is being deleted',
      rs: dying,
      pods: [owned('pod1', testing)],
      claimed: [],
      patches: [],
    },
    {
      name: 'adopts no orphan that terminates, and keeps its own that does',
      rs: controller,
      pods: [
        owned('pod1', production, controller, { deletionTimestamp }),
        orphan('pod2', production, { deletionTimestamp }),
      ],
      claimed: ['pod1'],
      patches: [],
    },
  ])('$name', ({ rs, pods, claimed, patches }) => {
    const { manager, podControl } = managerOf(rs);
    const [got, err] = now(manager.claimPods(pods));
    expect(err).toBeUndefined();
    expect(names(got)).toEqual(claimed);
    expect(podControl.patches).toEqual(patches);
  });

  test('a filter that says no makes a pod not match', () => {
    const { manager, podControl } = managerOf(controller);
    const [got] = now(manager.claimPods([owned('pod1', production)], (pod) => pod.metadata.name !== 'pod1'));
    expect(got).toEqual([]);
    expect(podControl.patches).toEqual([releasing('uid-of-pod1')]);
  });

  test('asks only once whether it may adopt, and claims nothing if not', () => {
    let asked = 0;
    const { manager, podControl } = managerOf(controller, function* () {
      asked++;
      return new Error('no');
    });
    const [got, err] = now(manager.claimPods([orphan('pod1', production), orphan('pod2', production)]));
    expect(got).toEqual([]);
    expect(err?.message).toBe(
      "[can't adopt Pod default/pod1 (uid-of-pod1): no, can't adopt Pod default/pod2 (uid-of-pod2): no]",
    );
    expect(asked).toBe(1);
    expect(podControl.patches).toEqual([]);
  });

  test.each([
    ['adopting a pod that is gone', [orphan('pod1', production)], newNotFound(pods, 'pod1'), undefined],
    ['releasing a pod that is gone', [owned('pod1', testing)], newNotFound(pods, 'pod1'), undefined],
    [
      'releasing another pod of that name',
      [owned('pod1', testing)],
      newInvalid({ group: '', kind: 'Pod' }, 'pod1', []),
      undefined,
    ],
    [
      'adopting a pod that another was faster to adopt',
      [orphan('pod1', production)],
      newConflict(pods, 'pod1', new Error('taken')),
      'Operation cannot be fulfilled on pods "pod1": taken',
    ],
  ])('%s', (_name, given, refusal, message) => {
    const { manager, podControl } = managerOf(controller);
    podControl.err = refusal;
    const [got, err] = now(manager.claimPods(given));
    expect(got).toEqual([]);
    expect(err?.message).toBe(message);
  });
});

describe('recheckDeletionTimestamp', () => {
  test.each([
    ['there', [controller, undefined], undefined],
    ['being deleted', [dying, undefined], `default/web has just been deleted at ${deletionTimestamp}`],
    ['unreadable', [undefined, new Error('no answer')], "can't recheck DeletionTimestamp: no answer"],
  ] as const)('a controller that is %s', (_name, read, message) => {
    const canAdopt = recheckDeletionTimestamp(function* () {
      return read as Result<ReplicaSet>;
    });
    expect(now(canAdopt())?.message).toBe(message);
  });
});
