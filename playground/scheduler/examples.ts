/** A small cluster to begin with, that shows one thing. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** What to look at. */
  readonly about: string;
  readonly text: string;
}

const node = (
  name: string,
  cpu: string,
  memory: string,
  more: { zone?: string; spec?: string; labels?: string } = {},
): string =>
  `apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels:
    kubernetes.io/hostname: ${name}
${more.zone ? `    topology.kubernetes.io/zone: ${more.zone}\n` : ''}${more.labels ? `    ${more.labels}\n` : ''}${more.spec ? `spec:\n${more.spec}` : ''}status:
  allocatable: { cpu: "${cpu}", memory: ${memory}, pods: "110" }
`;

const pod = (
  name: string,
  cpu: string,
  memory: string,
  more: { app?: string; node?: string; spec?: string } = {},
): string =>
  `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
${more.app ? `  labels: { app: ${more.app} }\n` : ''}spec:
${more.node ? `  nodeName: ${more.node}\n` : ''}${more.spec ?? ''}  containers:
    - name: app
      image: app:v1
      resources:
        requests: { cpu: ${cpu}, memory: ${memory} }
`;

const together = (...objects: readonly string[]): string => objects.join('---\n');

const spread = `  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: DoNotSchedule
      labelSelector: { matchLabels: { app: web } }
`;
const apart = `  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        - topologyKey: kubernetes.io/hostname
          labelSelector: { matchLabels: { app: db } }
`;

const storageClass = (name: string, provisioner: string): string =>
  `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: ${name} }
provisioner: ${provisioner}
volumeBindingMode: WaitForFirstConsumer
`;

/** A disk of a node. */
const disk = (name: string, of: string, size: string): string =>
  `apiVersion: v1
kind: PersistentVolume
metadata: { name: ${name} }
spec:
  capacity: { storage: ${size} }
  accessModes: [ReadWriteOnce]
  storageClassName: local
  local: { path: /disks/${name} }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions: [{ key: kubernetes.io/hostname, operator: In, values: [${of}] }]
`;

const claim = (name: string, storageClassName: string, size: string): string =>
  `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name} }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: ${storageClassName}
  resources: { requests: { storage: ${size} } }
`;

const mounts = (claimName: string): string =>
  `  volumes: [{ name: data, persistentVolumeClaim: { claimName: ${claimName} } }]\n`;

export const examples: readonly Example[] = [
  {
    id: 'room',
    title: 'Room, and who goes where',
    about:
      'Three nodes, one of them nearly full and one for other work. Why does each pod go where it goes, and why does one go nowhere?',
    text: together(
      node('big', '4', '8Gi'),
      node('small', '2', '4Gi'),
      node('gpu', '8', '16Gi', {
        labels: 'hardware: gpu',
        spec: '  taints: [{ key: hardware, value: gpu, effect: NoSchedule }]\n',
      }),
      pod('shop-1', '1500m', '1Gi', { app: 'shop', node: 'big' }),
      pod('shop-2', '1500m', '1Gi', { app: 'shop' }),
      pod('report', '500m', '512Mi', { app: 'report' }),
      pod('training', '6', '8Gi', { app: 'training' }),
    ),
  },
  {
    id: 'zones',
    title: 'Spread over zones',
    about:
      'Four replicas may differ by one between zones. Zone c has no room: what becomes of the third and the fourth?',
    text: together(
      node('a-1', '4', '8Gi', { zone: 'a' }),
      node('b-1', '4', '8Gi', { zone: 'b' }),
      node('c-1', '500m', '1Gi', { zone: 'c' }),
      ...[1, 2, 3, 4].map((i) => pod(`web-${i}`, '1', '512Mi', { app: 'web', spec: spread })),
    ),
  },
  {
    id: 'apart',
    title: 'Keep apart',
    about:
      'Each database wants a node without another. There are three of them and two nodes. Take the label off the running one: does that help?',
    text: together(
      node('n1', '4', '8Gi'),
      node('n2', '4', '8Gi'),
      pod('db-0', '1', '1Gi', { app: 'db', node: 'n1', spec: apart }),
      pod('db-1', '1', '1Gi', { app: 'db', spec: apart }),
      pod('db-2', '1', '1Gi', { app: 'db', spec: apart }),
    ),
  },
  {
    id: 'preemption',
    title: 'Who has to go',
    about:
      'An important pod fits nowhere. Some pods have to go for it: which, and why not the ones on the other node? A budget protects the shop.',
    text: together(
      `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: important }
value: 1000
`,
      `apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: { name: shop }
spec:
  selector: { matchLabels: { app: shop } }
status: { disruptionsAllowed: 0 }
`,
      node('n1', '4', '8Gi'),
      node('n2', '4', '8Gi'),
      pod('shop-1', '3', '2Gi', { app: 'shop', node: 'n1' }),
      pod('batch-1', '2', '1Gi', { app: 'batch', node: 'n2' }),
      pod('batch-2', '2', '1Gi', { app: 'batch', node: 'n2' }),
      pod('payment', '2', '1Gi', { spec: '  priorityClassName: important\n' }),
    ),
  },
  {
    id: 'disks',
    title: 'A disk for each',
    about:
      'Two databases want a disk that a node has; one has its disk made where it goes. Which disk does each get, and what becomes of the one that asks for too much?',
    text: together(
      storageClass('local', 'kubernetes.io/no-provisioner'),
      storageClass('made', 'disks.example.com'),
      disk('large', 'n1', '100Gi'),
      disk('small', 'n2', '10Gi'),
      claim('data-0', 'local', '50Gi'),
      claim('data-1', 'local', '5Gi'),
      claim('data-2', 'local', '1Ti'),
      claim('cache', 'made', '1Gi'),
      node('n1', '4', '8Gi'),
      node('n2', '4', '8Gi'),
      ...[0, 1, 2].map((i) => pod(`db-${i}`, '1', '1Gi', { app: 'db', spec: mounts(`data-${i}`) })),
      pod('front', '1', '1Gi', { spec: mounts('cache') }),
    ),
  },
];
