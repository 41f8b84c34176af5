import { Stage } from '../../../../../src/runtime/stage/stage.ts';
import {
  defaultArgs,
  plane as whole,
} from '../../../../../src/runtime/subjects/command-line/planes/controller-manager.ts';
import type { Plane } from '../../../../../src/runtime/stage/program.ts';
import type { Settings } from '../../../../../src/runtime/stage/settings.ts';
import type { ControllerContext } from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import type { EventKind, EventOf } from '../../../../../src/runtime/stage/events.ts';
import type { TableRow, Trace } from '../../../../../src/runtime/stage/world.ts';
import { mapGet } from '../../../../../src/runtime/sim/pmap.ts';

export const manager = 'kube-controller-manager';

/** A controller-manager that runs, or ran, with a record of what it did. */
export interface Running {
  readonly cluster: Stage;
  readonly trace: Trace;
  /** The context of each process that led, in order. */
  readonly contexts: readonly ControllerContext[];
}

export interface RunSettings extends Partial<Settings> {
  /** Words behind those of the default command line. */
  readonly more?: readonly string[];
  readonly plane?: Plane;
  readonly seed?: number;
  readonly forMs?: number;
}

/** Runs the whole program, for five seconds if nothing else is said. */
export function running({
  more = [],
  plane = whole,
  seed = 1,
  forMs = 5000,
  ...settings
}: RunSettings = {}): Running {
  const contexts: ControllerContext[] = [];
  const { context } = plane.observers ?? {};
  const observed: Plane = {
    ...plane,
    observers: {
      ...plane.observers,
      context: (trace, name, ctx, sim) => {
        contexts.push(ctx);
        return context?.(trace, name, ctx, sim) ?? ctx;
      },
    },
  };
  const args = { [manager]: [...defaultArgs, ...more] };
  const cluster = new Stage(observed, { nodes: ['node-a'], args, ...settings }, { seed });
  const trace = cluster.record();
  cluster.start();
  cluster.sim.runFor(forMs);
  return { cluster, trace, contexts };
}

/** The plane without some of its kinds, as text of group and resource. */
export function without(...resources: readonly string[]): Plane {
  return {
    ...whole,
    kinds: whole.kinds.filter(({ resource }) => !resources.includes(resource.resource)),
  };
}

export function eventsOf<K extends EventKind>({ trace }: Running, kind: K): EventOf<K>[] {
  return trace.entries.flatMap(({ event }) => (event.kind === kind ? [event as EventOf<K>] : []));
}

/** The steps of a start, as `phase name`. */
export function steps(run: Running, program = manager): string[] {
  return eventsOf(run, 'startup')
    .filter((event) => event.program === program)
    .map(({ phase, name }) => `${phase} ${name}`);
}

/** What the program wrote, without the head of each line. */
export function output(run: Running, program = manager): string[] {
  return eventsOf(run, 'program.output')
    .filter((event) => event.program === program)
    .map(({ text }) => text.trim().replace(/^([IWEF])\d{4} \S+ +\d+\] /, '$1 '));
}

export function table({ trace }: Running, name: string, program = manager): readonly TableRow[] {
  return mapGet(trace.world.tables, `${program}/${name}`)?.rows ?? [];
}

/** Of each row the cell of that number, by the row's name. */
export function column(run: Running, name: string, cell: number, program = manager): Record<string, string> {
  return Object.fromEntries(table(run, name, program).map((row) => [row.name, row.cells[cell] ?? '']));
}

/** What became of each controller: started, skipped, failed or disabled. */
export function fates(run: Running, program = manager): Record<string, string> {
  return column(run, 'controllers', 1, program);
}

/** Asks a program over HTTP, and runs until it has answered. */
export function get(
  run: Running,
  path: string,
  port: number,
  program = manager,
): { status: number; body: string } {
  const err = run.cluster.act({ kind: 'request', program, path, port });
  if (err) throw err;
  run.cluster.sim.runFor(100);
  const answer = eventsOf(run, 'http.response').findLast((event) => event.path === path);
  if (!answer) throw new Error(`expected an answer to GET ${path}, found none`);
  return { status: answer.status, body: answer.body };
}

/** The place of the first entry with these words among the steps and the output, in the order of the trace. */
export function placeOf({ trace }: Running, wanted: string): number {
  const at = trace.entries.findIndex(({ event }) => {
    if (event.kind === 'startup') return `${event.phase} ${event.name}` === wanted;
    if (event.kind === 'program.output') return event.text.includes(wanted);
    return event.kind === wanted;
  });
  if (at < 0) throw new Error(`expected ${wanted} in the trace, found nothing of it`);
  return at;
}
