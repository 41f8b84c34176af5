import type { Affinity, NodeSelectorTerm, PodSpec } from 'kubernetes-types/core/v1';
import { type PodOptions, type SchedulerStage, recordedPod } from './sched-stage.ts';

const hostname = 'kubernetes.io/hostname';
const host = (name: string): Partial<PodSpec> => ({ nodeSelector: { [hostname]: name } });

type Expression = NonNullable<NodeSelectorTerm['matchExpressions']>[number];

const ex = (key: string, operator: string, ...values: string[]): Expression => ({
  key,
  operator,
  ...(values.length > 0 ? { values } : {}),
});

/** Required affinity to nodes. */
const aff = (...nodeSelectorTerms: NodeSelectorTerm[]): Partial<PodSpec> => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});

/** Preferred affinity to nodes. */
const pref = (...terms: readonly (readonly [number, ...Expression[]])[]): Partial<PodSpec> => ({
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: terms.map(([weight, ...matchExpressions]) => ({
        weight,
        preference: { matchExpressions },
      })),
    },
  },
});

type Kind = 'podAffinity' | 'podAntiAffinity';

const term = (
  labels: Readonly<Record<string, string>>,
  topologyKey: string,
  namespaces?: string[],
): object => ({
  labelSelector: { matchLabels: labels },
  topologyKey,
  ...(namespaces ? { namespaces } : {}),
});

/** Required affinity to pods. */
function pa(kind: Kind, ...args: Parameters<typeof term>): Affinity {
  return { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [term(...args)] } } as Affinity;
}

/** Preferred affinity to pods. */
function pap(kind: Kind, weight: number, ...args: Parameters<typeof term>): Affinity {
  const preferred = [{ weight, podAffinityTerm: term(...args) }];
  return { [kind]: { preferredDuringSchedulingIgnoredDuringExecution: preferred } } as Affinity;
}

function fit(stage: SchedulerStage): void {
  const v = (
    name: string,
    res: Readonly<Record<string, string>> = {},
    more: PodOptions = {},
    how = {},
  ): void => stage.verdict(name, { res, ...more }, how);
  const hostPort = { containerPort: 80, hostPort: 8080 };
  const keep = { keep: true };
  v('cpu-3', { cpu: '3' });
  v('cpu-9', { cpu: '9' });
  v('mem-9', { memory: '9Gi' });
  v('both-9', { cpu: '9', memory: '9Gi' });
  v('cpu3-mem3', { cpu: '3', memory: '3Gi' });
  v('cpu-exact-8', { cpu: '8' });
  v('gpu', { 'nvidia.com/gpu': '1' });
  v('hugepages', { cpu: '1', 'hugepages-2Mi': '2Mi', memory: '1Gi' });
  v('eph', { 'ephemeral-storage': '200Gi' });
  v('f1', {}, { spec: { nodeName: 'd' } }, keep);
  v('f2', {}, { spec: { nodeName: 'd' } }, keep);
  v('too-many-pods', { cpu: '5' });
  v('toomany-and-cpu', { cpu: '9' });
  v('port1', {}, { ports: [hostPort], spec: host('a') }, keep);
  v('port-clash', {}, { ports: [hostPort], spec: host('a') });
  v('port-clash-elsewhere', {}, { ports: [hostPort] });
  v('port-udp', {}, { ports: [{ ...hostPort, protocol: 'UDP' }], spec: host('a') });
  const claim = (claimName: string): PodOptions => ({
    spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] },
  });
  v('pvc-missing', {}, claim('absent'));
  const unbound = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  stage.create('persistentvolumeclaims', { metadata: { name: 'unbound' }, spec: unbound });
  stage.wait(300);
  v('pvc-unbound', {}, claim('unbound'));
  v('other-scheduler', {}, { spec: { schedulerName: 'nobody' } }, { waitMs: 2500 });
  v('affinity-and-cpu', { cpu: '9' }, { spec: host('a') });
  const initContainers = [{ name: 'i', image: 'x', resources: { requests: { cpu: '9' } } }];
  v('init-max', {}, { spec: { initContainers } });
  v('overhead-none', { cpu: '0' });
  stage.patchNode('a', { taints: [{ key: 't', effect: 'NoSchedule' }] });
  v('taint-plus-cpu', { cpu: '9' });
}

function affinity(stage: SchedulerStage): void {
  const v = (name: string, spec: Partial<PodSpec>): void => stage.verdict(name, { spec });
  v('selector-hit', { nodeSelector: { disk: 'hdd' } });
  v('selector-miss', { nodeSelector: { disk: 'tape' } });
  v('selector-two-keys', { nodeSelector: { zone: 'z1', disk: 'ssd' } });
  v('req-in', aff({ matchExpressions: [ex('disk', 'In', 'nvme', 'x')] }));
  v('req-notin', aff({ matchExpressions: [ex('zone', 'NotIn', 'z1'), ex('disk', 'NotIn', 'nvme')] }));
  v('req-exists', aff({ matchExpressions: [ex('only', 'Exists')] }));
  v('req-doesnotexist', aff({ matchExpressions: [ex('disk', 'DoesNotExist')] }));
  v('req-gt', aff({ matchExpressions: [ex('gen', 'Gt', '7')] }));
  v('req-lt', aff({ matchExpressions: [ex('gen', 'Lt', '7')] }));
  v('req-gt-none', aff({ matchExpressions: [ex('gen', 'Gt', '12')] }));
  const tape = { matchExpressions: [ex('disk', 'In', 'tape')] };
  v('req-or-terms', aff(tape, { matchExpressions: [ex('only', 'In', 'a')] }));
  v('req-and-exprs', aff({ matchExpressions: [ex('zone', 'In', 'z1'), ex('gen', 'Gt', '5')] }));
  v('req-empty-term', aff({}));
  v('req-empty-plus-term', aff({}, { matchExpressions: [ex('only', 'Exists')] }));
  v('req-fields', aff({ matchFields: [ex('metadata.name', 'In', 'd')] }));
  const notD = { matchFields: [ex('metadata.name', 'NotIn', 'd')] };
  v('req-fields-notin', aff({ ...notD, matchExpressions: [ex('zone', 'In', 'z2')] }));
  const hdd = aff({ matchExpressions: [ex('disk', 'In', 'hdd')] });
  v('selector-and-affinity', { nodeSelector: { zone: 'z1' }, ...hdd });
  v('selector-contra-affinity', { nodeSelector: { zone: 'z2' }, ...hdd });
  v('pref-one', pref([10, ex('disk', 'In', 'nvme')]));
  v('pref-weights', pref([10, ex('disk', 'In', 'nvme')], [30, ex('disk', 'In', 'ssd')]));
  const z2 = [10, ex('zone', 'In', 'z2')] as const;
  v('pref-sum', pref(z2, [10, ex('gen', 'Gt', '5')], [15, ex('disk', 'In', 'ssd')]));
  v('pref-miss-everywhere', pref([50, ex('disk', 'In', 'tape')]));
  v('pref-empty-preference', pref([50]));
  v('name-preset', { nodeName: 'b' });
}

function podAffinity(stage: SchedulerStage): void {
  const v = (name: string, more: PodOptions, keep = false): void => stage.verdict(name, more, { keep });
  const of = (...affinities: readonly Affinity[]): Partial<PodSpec> => ({
    affinity: Object.assign({}, ...affinities) as Affinity,
  });
  const web = { app: 'web' };
  v('aff-no-match', { spec: of(pa('podAffinity', web, hostname)) });
  const self = { labels: { app: 'self' } };
  v('aff-self-first', { ...self, spec: of(pa('podAffinity', { app: 'self' }, hostname)) });
  v('aff-self-first-nokey', { ...self, spec: of(pa('podAffinity', { app: 'self' }, 'nokey')) });
  v('web', { labels: web, spec: host('a') }, true);
  v('aff-host', { spec: of(pa('podAffinity', web, hostname)) });
  const notSameHost = pa('podAntiAffinity', web, hostname);
  v('aff-zone-not-host', { spec: of(pa('podAffinity', web, 'zone'), notSameHost) });
  const notSameZone = pa('podAntiAffinity', web, 'zone');
  v('anti-host-zone', { spec: of(notSameZone) });
  v('anti-all', { spec: { nodeSelector: { zone: 'z1' }, ...of(notSameZone) } });
  v('aff-other-namespace', { spec: of(pa('podAffinity', web, hostname, ['other'])) });
  const both = [term(web, 'zone'), term({ app: 'none' }, hostname)];
  const two = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: both } } as Affinity;
  v('aff-two-terms', { spec: of(two) });
  const noVictim = pa('podAntiAffinity', { app: 'victim' }, 'zone');
  v('hater', { labels: { app: 'hater' }, spec: { ...host('d'), ...of(noVictim) } }, true);
  const victim = { labels: { app: 'victim' } };
  v('symmetry-forced', { ...victim, spec: { nodeSelector: { zone: 'z2' } } });
  v('symmetry-avoids', { ...victim, spec: aff({ matchExpressions: [ex('zone', 'Exists')] }) });
  v('pref-aff-zone', { spec: of(pap('podAffinity', 100, web, 'zone')) });
  v('pref-anti-zone', { spec: of(pap('podAntiAffinity', 100, web, 'zone')) });
  const mixed = of(pap('podAffinity', 50, web, 'zone'), pap('podAntiAffinity', 80, web, hostname));
  v('pref-mixed', { spec: mixed });
  const loves = pap('podAffinity', 100, { app: 'beloved' }, hostname);
  v('lover', { labels: { app: 'lover' }, spec: { ...host('b'), ...of(loves) } }, true);
  v('pref-symmetry', { labels: { app: 'beloved' } });
  const hard = { app: 'hl' };
  v('hard-lover', { labels: hard, spec: { ...host('d'), ...of(pa('podAffinity', hard, hostname)) } }, true);
  v('hard-symmetry', { labels: hard });
}

/** What was done in each recorded scenario in which pods were tried one by one, by the name of its file. */
export const verdictStories: Readonly<Record<string, (stage: SchedulerStage) => void>> = {
  'sched-fit': fit,
  'sched-affinity': affinity,
  'sched-podaffinity': podAffinity,
};

/** A pod that fits nowhere: it is changed, and then a node joins that is large enough. */
export function queue(stage: SchedulerStage): void {
  stage.action('create unschedulable pod u (cpu 8)');
  stage.create('pods', recordedPod('u', { res: { cpu: '8' } }));
  stage.wait(95_000);
  stage.action('update the pod (label)');
  stage.patch('pods', 'u', { metadata: { labels: { x: 'y' } } });
  stage.wait(15_000);
  stage.action('node big joins');
  stage.join('big');
  stage.wait(15_000);
  const body = { gracePeriodSeconds: 0 };
  stage.request({ verb: 'delete', resource: 'pods', namespace: 'default', name: 'u', body });
  stage.quiet(2000);
}

/** A pod that names a node which is not there. */
export function absentNode(stage: SchedulerStage): void {
  stage.action('create pod on node ghost');
  stage.create('pods', recordedPod('p', { spec: { nodeName: 'ghost' } }));
  while (stage.cluster.part('api').list('pods', 'default').length > 0) stage.wait(50);
  stage.quiet(3000);
}
