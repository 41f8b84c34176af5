import { type Fields, isFields } from '../../src/components/base/fields.ts';
import { t } from '../../src/i18n/t.ts';
import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { LeftOut } from './cluster.ts';

/** Counts what is not taken, by what it is and why. */
export class LeftOuts {
  readonly #all = new Map<string, { what: string; count: number; why: string }>();

  list(): LeftOut[] {
    return [...this.#all.values()];
  }

  /** Objects of a kind that the scheduler does not look at. */
  kind(kind: string): void {
    if (/^(Deployment|DaemonSet|Job|CronJob)$/.test(kind))
      this.#count(kind, t`the scheduler sees the pods that its controller makes: bring those`);
    else if (kind === 'KubeSchedulerConfiguration') this.#count(kind, t`paste it below, under The profile`);
    else this.#count(kind, t`the scheduler does not look at it`);
  }

  replaced(kind: string): void {
    this.#count(kind, t`another of the same name comes later, and counts`);
  }

  /** False for a pod that no scheduler looks at any more. Notes what a pod has that v1.20.2 does not know. */
  pod(pod: Pod, given: Fields): boolean {
    const { phase } = pod.status ?? {};
    if (phase === 'Succeeded' || phase === 'Failed') {
      this.#count(t`finished pod`, t`it takes no room any more`);
      return false;
    }
    if (!pod.spec.nodeName && pod.metadata.deletionTimestamp) {
      this.#count(t`pod that is being deleted`, t`the scheduler passes over it`);
      return false;
    }
    for (const name of newerFields(given.spec))
      this.#count(name, t`Kubernetes v1.20.2 does not know this field, and decides without it`);
    return true;
  }

  #count(what: string, why: string): void {
    const known = this.#all.get(`${what} ${why}`);
    if (known) known.count++;
    else this.#all.set(`${what} ${why}`, { what, count: 1, why });
  }
}

/** Fields that later releases decide by. */
const newer = {
  spec: ['schedulingGates', 'resourceClaims', 'resources'],
  constraint: ['minDomains', 'matchLabelKeys', 'nodeAffinityPolicy', 'nodeTaintsPolicy'],
  term: ['namespaceSelector', 'matchLabelKeys', 'mismatchLabelKeys'],
} as const;

function* newerFields(spec: unknown): Generator<string> {
  if (!isFields(spec)) return;
  yield* newer.spec.filter((name) => spec[name] !== undefined);
  const names = new Set<string>();
  for (const constraint of listOf(spec.topologySpreadConstraints))
    for (const name of newer.constraint)
      if (constraint[name] !== undefined && constraint[name] !== null)
        names.add(`topologySpreadConstraints.${name}`);
  const { podAffinity, podAntiAffinity } = isFields(spec.affinity) ? spec.affinity : {};
  for (const affinity of [podAffinity, podAntiAffinity].filter(isFields)) {
    const required = listOf(affinity.requiredDuringSchedulingIgnoredDuringExecution);
    const preferred = listOf(affinity.preferredDuringSchedulingIgnoredDuringExecution);
    for (const term of [...required, ...preferred.map((one) => one.podAffinityTerm).filter(isFields)])
      for (const name of newer.term) if (term[name]) names.add(`podAffinityTerm.${name}`);
  }
  for (const { restartPolicy } of listOf(spec.initContainers))
    if (restartPolicy === 'Always') names.add('initContainers.restartPolicy');
  yield* names;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
