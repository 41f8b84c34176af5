import { describe, expect, test } from 'vitest';
import type { PodDisruptionBudget } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Event } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { statefulSetResource } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import { newDisruptionController } from '../../../../../../src/runtime/kubernetes/pkg/controller/disruption/disruption.ts';
import { schedulerKinds } from '../../../../../../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';
import { Bed } from '../bed.ts';

const minute = 60_000;

/** A controller that runs on an API server, with informers of its own. */
class Stage {
  readonly bed = new Bed();

  constructor() {
    const { sim, server, informers, client } = this.bed;
    for (const kind of schedulerKinds)
      if (['statefulsets', 'poddisruptionbudgets'].includes(kind.resource.resource)) server.install(kind);
    const v1 = informers.core().v1();
    const dc = newDisruptionController(
      sim,
      {
        pods: v1.pods(),
        pdbs: informers.policy().v1beta1().podDisruptionBudgets(),
        rcs: v1.replicationControllers(),
        rss: informers.apps().v1().replicaSets(),
        sss: informers.of(statefulSetResource),
      },
      client,
    );
    this.bed.start(dc.run(this.bed.stop));
    this.bed.sim.runFor(100);
  }

  budget(spec: object, name = 'pdb'): this {
    const body = { metadata: { name }, spec: { selector: { matchLabels: { app: 'web' } }, ...spec } };
    this.bed.create('poddisruptionbudgets', body);
    return this.after(1000);
  }

  pod(name: string, app = 'web'): this {
    const body = { metadata: { name, labels: { app } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    this.bed.create('pods', body);
    return this.ready(name);
  }

  ready(name: string, status = 'True'): this {
    const body = { status: { conditions: [{ type: 'Ready', status }] } };
    const patchType = 'application/strategic-merge-patch+json';
    this.bed.do('patch', 'pods', { name, subresource: 'status', patchType, body });
    return this.after(1000);
  }

  after(ms: number): this {
    this.bed.sim.runFor(ms);
    return this;
  }

  status(name = 'pdb'): NonNullable<PodDisruptionBudget['status']> {
    return this.bed.get<PodDisruptionBudget>('poddisruptionbudgets', name).status!;
  }

  /** Allowed and healthy. */
  told(): (number | undefined)[] {
    const { disruptionsAllowed, currentHealthy } = this.status();
    return [disruptionsAllowed, currentHealthy];
  }

  /** What is written to the status as an eviction does it. */
  evicts(...names: string[]): void {
    const disruptedPods = Object.fromEntries(names.map((name) => [name, this.bed.sim.timestamp()]));
    const status = { ...this.status(), disruptedPods };
    const body = { ...this.bed.get<PodDisruptionBudget>('poddisruptionbudgets', 'pdb'), status };
    this.bed.do('update', 'poddisruptionbudgets', { name: 'pdb', subresource: 'status', body });
  }

  events(): string[] {
    return this.bed.list<Event>('events').map(({ type, reason, message }) => `${type} ${reason} ${message}`);
  }
}

describe('a disruption controller that runs', () => {
  test('counts again when a pod comes, changes and goes, and when its budget changes', () => {
    const stage = new Stage().budget({ minAvailable: 1 });
    expect(stage.told()).toEqual([0, 0]);
    stage.pod('a').pod('b').pod('c').pod('other', 'db');
    expect(stage.told()).toEqual([2, 3]);
    stage.ready('a', 'False');
    expect(stage.told()).toEqual([1, 2]);
    stage.bed.do('delete', 'pods', { name: 'b', body: { gracePeriodSeconds: 0 } });
    expect(stage.after(1000).told()).toEqual([0, 1]);
    const pdb = stage.bed.get<PodDisruptionBudget>('poddisruptionbudgets', 'pdb');
    stage.bed.do('update', 'poddisruptionbudgets', {
      name: 'pdb',
      body: { ...pdb, spec: { ...pdb.spec, minAvailable: 0 } },
    });
    expect(stage.after(1000).told()).toEqual([1, 1]);
    expect(stage.status().observedGeneration).toBe(2);
  });

  test('writes nothing when nothing has changed, though it looks again twice a minute', () => {
    const stage = new Stage().budget({ minAvailable: 1 }).pod('a').pod('b');
    stage.bed.requests.splice(0);
    stage.after(3 * minute);
    expect(stage.bed.requests).toEqual([]);
    expect(stage.status().disruptedPods).toBeUndefined();
  });

  test('tries again, after pauses, what failed', () => {
    const stage = new Stage();
    let failures = 4;
    stage.bed.refuse = ({ verb }) =>
      verb === 'update' && failures-- > 0 ? newServiceUnavailable('no') : undefined;
    stage.budget({ minAvailable: 1 }).pod('a').pod('b');
    expect(stage.told()).toEqual([1, 2]);
  });

  test('looks again at a pod that an eviction has marked, when its two minutes are over', () => {
    const stage = new Stage().budget({ minAvailable: 1 }).pod('a').pod('b').pod('c');
    stage.evicts('b');
    stage.after(1000);
    expect([stage.told(), Object.keys(stage.status().disruptedPods ?? {})]).toEqual([[1, 2], ['b']]);
    stage.after(30_000);
    stage.evicts('b', 'c');
    stage.after(1000);
    expect(stage.told()).toEqual([0, 1]);
    // The older mark is what it waits for, to the ms but for the retry's pause.
    stage.after(2 * minute - 2000);
    expect(stage.told()).toEqual([0, 1]);
    stage.after(2000);
    expect([stage.told(), stage.status().disruptedPods]).toEqual([[2, 3], undefined]);
    const told = "Warning NotDeleted Pod was expected by PDB default/default to be deleted but it wasn't";
    expect(stage.events().filter((text) => text === told)).toHaveLength(2);
  });

  test('records why a budget is of no use', () => {
    const stage = new Stage().budget({ maxUnavailable: 1 });
    expect(stage.events()).toEqual(['Normal NoPods No matching pods found']);
    stage.pod('naked');
    expect(stage.events().slice(1)).toEqual([
      'Warning NoControllerRef found no controller ref for pod "naked"',
      'Warning CalculateExpectedPodCountFailed Failed to calculate the number of expected pods: ' +
        'found no controller ref for pod "naked"',
    ]);
  });

  test('takes one of two budgets for a pod, and records that', () => {
    const stage = new Stage().budget({ minAvailable: 0 }).budget({ minAvailable: 0 }, 'second').pod('a');
    expect(stage.events()).toContainEqual(
      expect.stringMatching(
        /^Warning MultiplePodDisruptionBudgets Pod "default"\/"a" matches multiple PodDisruptionBudgets\. {2}Chose "(pdb|second)" arbitrarily\.$/,
      ),
    );
  });

  test('ends when it is told to', () => {
    const stage = new Stage();
    const before = stage.bed.sim.processes.size;
    stage.bed.stop.close();
    stage.after(2000);
    expect(stage.bed.sim.processes.size).toBeLessThan(before);
    const left = [...stage.bed.sim.processes.values()].map(({ name }) => name);
    expect(left.filter((name) => name.startsWith('disruption/worker') || name === 'controller')).toEqual([]);
    stage.budget({ minAvailable: 1 });
    expect(stage.status().expectedPods ?? 0).toBe(0);
    expect(stage.bed.requests.filter((words) => words.startsWith('update'))).toEqual([]);
  });
});
