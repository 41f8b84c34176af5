import { describe, expect, test } from 'vitest';
import { decideAll } from '../../../playground/scheduler/decide.ts';
import { examples } from '../../../playground/scheduler/examples.ts';
import { explain } from '../../../playground/scheduler/explain.ts';
import { attemptOf } from '../../../playground/scheduler/outcome.ts';
import { defaultProfile } from '../../../playground/scheduler/profile.ts';
import { readCluster } from '../../../playground/scheduler/read-cluster.ts';
import { attemptChanges } from '../../../src/subjects/scheduler/pane/attempt-changes.ts';
import { mapGet } from '../../../src/runtime/sim/pmap.ts';
import { verdictsOf } from './verdicts.ts';

function decide(text: string) {
  const { cluster, problems, leftOut } = readCluster([{ name: '', text }]);
  expect([problems, leftOut]).toEqual([[], []]);
  const [decided, err] = decideAll(cluster, defaultProfile, 1);
  if (err) throw err;
  expect(decided.refused).toEqual([]);
  return decided;
}
const where = (text: string) =>
  Object.fromEntries(
    decide(text).outcome.pods.map(({ key, node, message }) => [key.slice(8), node ?? message]),
  );

const node = (name: string) =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { kubernetes.io/hostname: ${name} } }\nstatus: { allocatable: { cpu: "4", memory: 8Gi, pods: "10" } }\n---\n`;
const pod = (name: string, claimName: string, spec = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec:\n  ${spec}containers: [{ name: a, image: a }]\n  volumes: [{ name: d, persistentVolumeClaim: { claimName: ${claimName} } }]\n---\n`;
const volume = (name: string, on: string, more = '') =>
  `apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: ${name} }\nspec:\n  capacity: { storage: 10Gi }\n  accessModes: [ReadWriteOnce]\n  storageClassName: local\n  local: { path: /d }\n  ${more}nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/hostname, operator: In, values: [${on}] }] }] } }\n---\n`;
const claim = (name: string, spec = '', metadata = '') =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: ${name}${metadata} }\nspec:\n  ${spec}accessModes: [ReadWriteOnce]\n  resources: { requests: { storage: 5Gi } }\n---\n`;
const waits =
  'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: local, annotations: { storageclass.kubernetes.io/is-default-class: "true" } }\nprovisioner: kubernetes.io/no-provisioner\nvolumeBindingMode: WaitForFirstConsumer\n---\n';

describe('volumes take part', () => {
  test('the example: each gets the disk that fits, one has it made, one finds none', () => {
    expect(where(examples.find(({ id }) => id === 'disks')?.text ?? '')).toEqual({
      'db-0': 'n1',
      'db-1': 'n2',
      'db-2': "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind.",
      front: expect.stringMatching(/^n[12]$/),
    });
  });

  test('a claim without a class gets the default one, and waits for the pod', () => {
    expect(where(waits + node('n1') + node('n2') + volume('v', 'n2') + claim('c') + pod('a', 'c'))).toEqual({
      a: 'n2',
    });
  });

  test('a bound claim keeps its pod at its volume: as a dump says it, and as a person writes it', () => {
    const ref = (uid: string) => `claimRef: { namespace: default, name: c${uid} }\n  `;
    const dumped =
      volume('v', 'n2', ref(', uid: "1-2"')) +
      claim(
        'c',
        'volumeName: v\n  storageClassName: local\n  ',
        ', uid: "1-2", annotations: { pv.kubernetes.io/bind-completed: "yes" }',
      );
    const written = volume('v', 'n2') + claim('c', 'volumeName: v\n  storageClassName: local\n  ');
    for (const bound of [dumped, written])
      expect(where(waits + node('n1') + node('n2') + bound + pod('a', 'c'))).toEqual({ a: 'n2' });
  });

  test('a volume that was bound to a claim of another identity does not serve this one', () => {
    const lost =
      volume('v', 'n2', 'claimRef: { namespace: default, name: c, uid: "old" }\n  ') +
      claim('c', 'storageClassName: local\n  ', ', uid: "new"');
    expect(where(waits + node('n2') + lost + pod('a', 'c')).a).toContain(
      "didn't find available persistent volumes to bind",
    );
  });

  test('a claim that is not there is told as upstream does', () => {
    expect(where(node('n1') + pod('a', 'none'))).toEqual({
      a: '0/1 nodes are available: 1 persistentvolumeclaim "none" not found.',
    });
  });

  test('how many volumes a driver can attach to a node is what its CSINode says', () => {
    const driver = 'disks.example.com';
    const csiNode = `apiVersion: storage.k8s.io/v1\nkind: CSINode\nmetadata: { name: n1 }\nspec: { drivers: [{ name: ${driver}, nodeID: n1, topologyKeys: [], allocatable: { count: 1 } }] }\n---\n`;
    const csi = (name: string) =>
      `apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: ${name} }\nspec:\n  capacity: { storage: 10Gi }\n  accessModes: [ReadWriteOnce]\n  storageClassName: ""\n  csi: { driver: ${driver}, volumeHandle: ${name} }\n---\n`;
    const bound = (name: string) =>
      csi(`v-${name}`) + claim(name, `volumeName: v-${name}\n  storageClassName: ""\n  `);
    const pods = pod('old', 'c1', 'nodeName: n1\n  ') + pod('new', 'c2');
    expect(where(csiNode + node('n1') + bound('c1') + bound('c2') + pods)).toEqual({
      new: '0/1 nodes are available: 1 node(s) exceed max volume count.',
    });
  });

  test('what cannot be read of them is told', () => {
    const { problems } = readCluster([
      {
        name: '',
        text: 'apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: v }\nspec: { capacity: { storage: lots } }\n',
      },
    ]);
    expect(problems[0]).toMatchObject({ line: 4 });
    expect(problems[0]?.message).toContain('PersistentVolume v: spec.capacity.storage: expected an amount');
  });
});

describe('attempts', () => {
  test('all of a pod can be opened, and each says what changed since the last', () => {
    const room = (name: string, cpu: string) => node(name).replace('cpu: "4"', `cpu: "${cpu}"`);
    const asks = (name: string, cpu: string, more: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { ${more}containers: [{ name: a, image: a, resources: { requests: { cpu: "${cpu}" } } }] }\n---\n`;
    const decided = decide(
      room('n1', '2') + asks('old', '2', 'nodeName: n1, ') + asks('new', '1', 'priority: 5, '),
    );
    const last = explain(decided, 'default/new');
    const attempts = (last && mapGet(last.state.attempts, 'default/new')) ?? [];
    expect(attempts.map(({ number, why, node: to }) => [number, why, to])).toEqual([
      [1, 'PodAdd', ''],
      [2, 'ScheduleAttemptFailure', ''],
      [3, 'BackoffComplete', 'n1'],
    ]);
    expect(attempts.map((attempt, i) => attemptChanges(attempts[i - 1], attempt))).toEqual([
      '',
      'It came back because of ScheduleAttemptFailure. All nodes say what they said before.',
      'It came back because of BackoffComplete. n1 passes now, and did not before: NodeResourcesFit: Insufficient cpu.',
    ]);
    expect([last?.number, last && attemptOf(last)?.node]).toEqual([3, 'n1']);
    const first = explain(decided, 'default/new', 1);
    expect([first?.number, first && attemptOf(first)?.node]).toEqual([1, '']);
    expect(verdictsOf(first)[0]?.refusals).toEqual([
      { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] },
    ]);
  });
});
