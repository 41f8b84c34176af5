import fc from 'fast-check';
import type { Pod, PodDisruptionBudget } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { podPassesFiltersOnNode } from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import {
  dryRunPreemption,
  selectCandidate,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import type { Candidate } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/candidate.ts';
import { newInTreeRegistry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { newPodNominator } from '../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { handleOf, node } from '../runtime/kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import { type Properties, property } from './property.ts';

interface Running {
  readonly tenths: number;
  readonly priority: number;
  readonly app: string;
  /** Seconds after the first. */
  readonly start: number;
}

/** Nodes with what runs on them, budgets by app, and a pod that comes. Processors are counted in tenths. */
export interface Crowd {
  readonly nodes: readonly { readonly tenths: number; readonly pods: readonly Running[] }[];
  /** How many pods of an app may go; an app that is not named has no budget. */
  readonly budgets: Readonly<Record<string, number>>;
  readonly pending: { readonly tenths: number; readonly priority: number };
}

const up = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });

const running: fc.Arbitrary<Running> = fc.record({
  tenths: up(1, 6),
  priority: up(0, 3),
  app: fc.constantFrom('a', 'b', 'c'),
  start: up(0, 9),
});

export const crowds: fc.Arbitrary<Crowd> = fc.record({
  nodes: fc.array(fc.record({ tenths: up(5, 15), pods: fc.array(running, { maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  budgets: fc.record({ a: up(0, 2), b: up(0, 2) }, { requiredKeys: [] }),
  pending: fc.record({ tenths: up(1, 15), priority: up(1, 4) }),
});

/** A pod with what the search for victims is told of it. */
interface Placed extends Running {
  readonly pod: Pod;
}

/** What is wrong with the candidates, and with the one that is chosen; nothing if the pod fits without. */
export function preemptionWrongs(
  { nodes, budgets, pending }: Crowd,
  select: typeof selectCandidate,
): string[] {
  const placed = nodes.map(({ tenths, pods }, at) => {
    let left = tenths;
    const fitting = pods.filter((each) => each.tenths <= left && (left -= each.tenths) >= 0);
    return fitting.map((each, i): Placed => ({ ...each, pod: podOf(`pod-${at}-${i}`, each, `node-${at}`) }));
  });
  const free = (at: number, without: (each: Placed) => boolean): number =>
    (nodes[at]?.tenths ?? 0) - sum((placed[at] ?? []).filter((each) => !without(each)));
  if (nodes.some((_, at) => free(at, () => false) >= pending.tenths)) return [];

  const lower = ({ priority }: Running): boolean => priority < pending.priority;
  const candidates = candidatesOf(nodes, placed.flat(), budgets, pending);
  const expected = nodes.flatMap((_, at) =>
    free(at, lower) >= pending.tenths && placed[at]?.some(lower) ? [`node-${at}`] : [],
  );
  const found = candidates.map(({ name }) => name).sort();
  if (found.join() !== expected.join())
    return [`expected the candidates ${expected.join()}, found ${found.join()}`];

  const wrongs = candidates.flatMap(({ name, victims }) => {
    const at = Number(name.slice(5));
    const names = victims.pods.map(({ metadata }) => metadata.name);
    const gone = (each: Placed): boolean => names.includes(each.pod.metadata.name);
    const left = free(at, gone) - pending.tenths;
    const chosen = (placed[at] ?? []).filter(gone);
    const against = protectedOf((placed[at] ?? []).filter(lower), budgets).filter(gone).length;
    return [
      ...chosen
        .filter((each) => !lower(each))
        .map((each) => `${each.pod.metadata.name} is not below the pod`),
      ...(left < 0 ? [`${name} has ${left} left without ${names.join()}`] : []),
      ...chosen.filter(({ tenths }) => tenths <= left).map((each) => `${each.pod.metadata.name} could stay`),
      ...(against === victims.numPDBViolations
        ? []
        : [`${name} goes against ${against} budgets, and says ${victims.numPDBViolations}`]),
    ];
  });
  const best = select(candidates, 0);
  const fewest = Math.min(...candidates.map(({ victims }) => victims.numPDBViolations));
  if (best && best.victims.numPDBViolations > fewest)
    wrongs.push(`${best.name} goes against ${best.victims.numPDBViolations} budgets, and ${fewest} would do`);
  if (!best && candidates.length > 0) wrongs.push('of several candidates none was chosen');
  return wrongs;
}

const sum = (list: readonly Running[]): number => list.reduce((total, { tenths }) => total + tenths, 0);

/** Those whose going is against a budget, if all went, the most important first. */
function protectedOf(all: readonly Placed[], budgets: Crowd['budgets']): Placed[] {
  const left = { ...budgets };
  const byImportance = [...all].sort((a, b) => b.priority - a.priority || a.start - b.start);
  return byImportance.filter(({ app }) => {
    const allowed = left[app];
    if (allowed === undefined) return false;
    left[app] = allowed - 1;
    return allowed < 1;
  });
}

function podOf(name: string, { tenths, priority, app, start }: Running, nodeName?: string): Pod {
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: `${tenths * 100}m` } } }];
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: '1', labels: { app } };
  const status = { startTime: `2021-01-16T12:00:0${start}Z` };
  return { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers, priority, nodeName }, status };
}

function candidatesOf(
  nodes: Crowd['nodes'],
  placed: readonly Placed[],
  budgets: Crowd['budgets'],
  pending: Crowd['pending'],
): readonly Candidate[] {
  const world = {
    nodes: nodes.map(({ tenths }, at) =>
      node(`node-${at}`, {}, { allocatable: { cpu: `${tenths * 100}m`, pods: '110' } }),
    ),
    pods: placed.map(({ pod }) => pod),
  };
  const handle = handleOf(world);
  const set = (name: string) => ({ enabled: [{ name }] });
  const fit = set('NodeResourcesFit');
  const profile = { queueSort: set('PrioritySort'), bind: set('DefaultBinder'), preFilter: fit, filter: fit };
  const [framework, err] = newFramework(newInTreeRegistry(), profile, [], {
    sim: handle.sim(),
    clientSet: handle.clientSet(),
    informerFactory: handle.sharedInformerFactory(),
    snapshotSharedLister: handle.snapshotSharedLister(),
    podNominator: newPodNominator(),
  });
  if (err) throw err;
  const pdbs = Object.entries(budgets).map(
    ([app, disruptionsAllowed]) =>
      ({
        metadata: { namespace: 'default', name: app },
        spec: { selector: { matchLabels: { app } } },
        status: { disruptionsAllowed },
      }) as unknown as PodDisruptionBudget,
  );
  const infos = handle.snapshotSharedLister().nodeInfos().list();
  // The third of its kind, so that what is remembered of the others is used.
  let candidates: readonly Candidate[] = [];
  for (const name of ['first', 'second', 'third']) {
    const pod = podOf(name, { ...pending, app: 'pending', start: 0 });
    const state = newCycleState();
    framework.runPreFilterPlugins(state, pod);
    for (const info of infos) podPassesFiltersOnNode(framework.preemptHandle(), state, pod, info);
    const among = { offset: 0, numCandidates: infos.length, now: 0 };
    candidates = dryRunPreemption(framework.preemptHandle(), state, pod, infos, pdbs, among);
  }
  return candidates;
}

export const properties: Properties = {
  preemption: property(crowds, (crowd) => preemptionWrongs(crowd, selectCandidate)),
};
