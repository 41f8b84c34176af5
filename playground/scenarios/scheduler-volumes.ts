import type { Act } from '../../src/runtime/stage/acts.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { podOf } from '../../src/runtime/subjects/scheduler/objects.ts';

type Manifest = Readonly<Record<string, unknown>>;

const apply = (object: Manifest): Act => ({ kind: 'apply', object });

const storageClass = (name: string, provisioner: string, volumeBindingMode: string): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner,
  volumeBindingMode,
});

/** A disk of a node. */
const localVolume = (name: string, node: string, storage: string): Manifest => {
  const matchExpressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }];
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage },
      local: { path: `/disks/${name}` },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
      storageClassName: 'local',
    },
  };
};

const claim = (name: string, storageClassName: string, storage: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, storageClassName },
});

const podWithClaim = (name: string, claimName: string): Manifest =>
  podOf(name, { cpu: '1' }, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] });

/** Volumes that are there, volumes that are made at once, and volumes that are made where the pod goes. */
const volumes: Scenario = {
  id: 'playground/scheduler-volumes',
  title: 'A disk for each pod',
  summary:
    'Four pods ask for disks: one takes a disk of a node and then waits until it is bound, one waits for a disk before it is tried, one has its disk made where it goes, and one finds none.',
  seed: 5,
  plane: 'scheduler/scheduler-volumes',
  settings: { nodes: ['node-a', 'node-b'] },
  shows: ['kubernetes/pkg/scheduler/framework/plugins/volumebinding/volume_binding.ts'],
  endsAtMs: 60_000,
  *story(user) {
    yield* user.sleep(500);
    user.act(apply(storageClass('local', 'kubernetes.io/no-provisioner', 'WaitForFirstConsumer')));
    user.act(apply(storageClass('at-once', 'disks.example.com', 'Immediate')));
    user.act(apply(storageClass('where-used', 'disks.example.com', 'WaitForFirstConsumer')));
    user.act(apply(localVolume('large', 'node-a', '20Gi')));
    user.act(apply(localVolume('small', 'node-a', '10Gi')));
    yield* user.settle();
    user.act(apply(claim('on-a-disk', 'local', '8Gi')));
    yield* user.settle();
    user.act(apply(podWithClaim('takes-a-disk', 'on-a-disk')));
    yield* user.settle();
    user.act(apply(claim('soon', 'at-once', '1Gi')));
    user.act(apply(podWithClaim('waits-for-a-disk', 'soon')));
    yield* user.settle();
    user.act(apply(claim('later', 'where-used', '1Gi')));
    yield* user.settle();
    user.act(apply(podWithClaim('has-a-disk-made', 'later')));
    yield* user.settle();
    user.act(apply(claim('too-much', 'local', '1Ti')));
    user.act(apply(podWithClaim('finds-none', 'too-much')));
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [volumes];
