import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import { podPriority } from '../../kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import { type Resource, calculateResource } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import { emptyMap, mapGet, mapSet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import { AttemptBuilder } from './attempt-builder.ts';
import type { SchedulerEvent } from './events.ts';
import { type Amounts, type Attempt, type Phase, type SchedulerState, emptyQueue } from './world.ts';
import type { Trace } from '../../stage/world.ts';

/** What a scheduler's program is called where no process runs: in a test, or a page that calls it. */
const noProgram = 'kube-scheduler';

const nothing: SchedulerState = {
  profiles: emptyMap(),
  queue: emptyQueue,
  nodes: emptyMap(),
  assumed: emptyMap(),
  snapshot: { generation: 0, nodes: 0, copied: 0 },
  attempts: emptyMap(),
  pod: '',
};

/** Keeps the state of one scheduler in the world, and its attempts. Its observers share it. */
export class SchedulerRecorder {
  readonly trace: Trace;
  readonly sim: Sim;
  /** Of the attempt that runs. */
  builder = new AttemptBuilder();
  state: SchedulerState = nothing;
  /** What had brought the pod that was taken last into the active part of the queue. */
  cameBy = '';
  readonly #program: string;

  constructor(trace: Trace, sim: Sim, program: string) {
    this.trace = trace;
    this.sim = sim;
    this.#program = program;
  }

  change(part: Partial<SchedulerState>): void {
    this.state = { ...this.state, ...part };
    this.trace.change('schedulers', mapSet(this.trace.world.schedulers, this.#program, this.state));
  }

  /** Begins another attempt; the attempt that comes after the next entry. */
  begin(pod: Pod, profile: string): void {
    this.builder = new AttemptBuilder();
    const { uid } = pod.metadata;
    const key = keyOf(pod);
    const before = (mapGet(this.state.attempts, key) ?? []).filter((attempt) => attempt.uid === uid);
    const begun: Attempt = {
      pod: key,
      uid,
      number: before.length + 1,
      profile,
      priority: podPriority(pod),
      asks: amountsOf(calculateResource(pod).res, 1),
      why: this.cameBy,
      at: this.sim.now,
      entry: this.next,
      phase: 'preFilter',
      result: 'running',
      message: '',
      node: '',
      entries: {},
    };
    this.change({ attempts: mapSet(this.state.attempts, key, [...before, begun]), pod: key });
  }

  /** The last attempt of a pod. */
  attempt(key: string): Attempt | undefined {
    return mapGet(this.state.attempts, key)?.at(-1);
  }

  /** Changes the last attempt of a pod, if there is one. */
  amend(key: string, part: Partial<Attempt>): void {
    const all = mapGet(this.state.attempts, key);
    const last = all?.at(-1);
    if (!all || !last) return;
    const changed = [...all.slice(0, -1), { ...last, ...part }];
    this.change({ attempts: mapSet(this.state.attempts, key, changed) });
  }

  /** Tells of a phase of the last attempt of a pod; what the process does next follows from it. */
  tell(phase: Phase, event: SchedulerEvent & { readonly pod: string }, part: Partial<Attempt> = {}): void {
    const entries = { ...this.attempt(event.pod)?.entries, [phase]: this.next };
    this.amend(event.pod, { ...part, phase: part.phase ?? phase, entries });
    this.trace.stage(event);
  }

  /** Index of the entry that comes next. */
  get next(): number {
    return this.trace.entries.length;
  }
}

const recorders = new WeakMap<Trace, Map<string, SchedulerRecorder>>();

/** The recorder of the scheduler whose program runs now. */
export function recorderNow(trace: Trace, sim: Sim): SchedulerRecorder {
  const program = running()?.group || noProgram;
  let known = recorders.get(trace);
  if (!known) recorders.set(trace, (known = new Map()));
  let recorder = known.get(program);
  if (!recorder) known.set(program, (recorder = new SchedulerRecorder(trace, sim, program)));
  return recorder;
}

/** How the world names a pod. */
export function keyOf({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** Amounts by name, with a number of pods. */
export function amountsOf(resource: Resource, pods: number): Amounts {
  const { milliCPU: cpu, memory, ephemeralStorage, scalarResources } = resource;
  return {
    cpu,
    memory,
    ...(ephemeralStorage > 0 && { 'ephemeral-storage': ephemeralStorage }),
    pods,
    ...Object.fromEntries(scalarResources),
  };
}
