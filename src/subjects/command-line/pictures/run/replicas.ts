import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import { mapEntries } from '../../../../runtime/sim/pmap.ts';
import type { Event } from '../../../../runtime/stage/events.ts';
import type { Entry } from '../../../../runtime/stage/world.ts';

/** What a controller-manager has done since it was started, as far as its start tells. */
export interface Replica {
  /** Stations that it has passed: of `Run`, and of what the leader does. */
  readonly passed: ReadonlySet<string>;
  readonly last?: string;
  /** What it is by the lock. */
  readonly role?: 'waits' | 'leads' | 'lost';
  /** What it answered last, and to what. */
  readonly answer?: { readonly path: string; readonly status: number };
  readonly health?: number;
  readonly ended?: { readonly code: number; readonly why: string };
}

/** Its controller-managers, two at most, by name. */
export const replicasOf = memoize(({ entries }: Recording): readonly string[] => {
  const programs = entries.at(-1)?.world.programs;
  const names = programs ? mapEntries(programs).map(([name]) => name) : [];
  return names.filter((name) => /^kube-controller-manager(-\d+)?$/.test(name)).slice(0, 2);
});

const none: Replica = { passed: new Set() };

/** Each of them at each entry. */
const statesOf = memoize((recording: Recording): ReadonlyMap<Entry, ReadonlyMap<string, Replica>> => {
  let now: ReadonlyMap<string, Replica> = new Map();
  const all = new Map<Entry, ReadonlyMap<string, Replica>>();
  for (const entry of recording.entries) {
    const { event } = entry;
    const program = 'program' in event ? (event.program ?? '') : '';
    if (replicasOf(recording).includes(program)) {
      const before = now.get(program) ?? none;
      const next = after(before, event);
      if (next !== before) now = new Map(now).set(program, next);
    }
    all.set(entry, now);
  }
  return all;
});

/** A replica at an entry. */
export const replicaAt = (recording: Recording, entry: Entry, program: string): Replica =>
  statesOf(recording).get(entry)?.get(program) ?? none;

function after(before: Replica, event: Event): Replica {
  switch (event.kind) {
    case 'program.start':
      return none;
    case 'program.output':
      return / Version: /.test(event.text) ? pass(before, 'version') : before;
    case 'startup':
      return pass(before, stationOf(event.phase, event.name));
    case 'leader.observed':
    case 'leader.waits':
      return { ...pass(before, 'election'), role: 'waits' };
    case 'leader.acquired':
      return { ...pass(before, 'election'), role: 'leads' };
    case 'leader.lost':
      return { ...before, role: 'lost' };
    case 'http.response': {
      const { path, status } = event;
      const health = path.startsWith('/healthz') ? { health: status } : {};
      return { ...before, answer: { path, status }, ...health };
    }
    case 'program.exit':
      return { ...before, ended: { code: event.code, why: event.why } };
    case 'program.crash':
      return { ...before, ended: { code: 137, why: '' } };
    default:
      return before;
  }
}

const pass = (before: Replica, station: string | undefined): Replica =>
  station === undefined ? before : { ...before, passed: new Set([...before.passed, station]), last: station };

/** The station to which a step belongs, of `Run` or of what the leader does. */
export function stationOf(phase: string, name: string): string | undefined {
  switch (phase) {
    case 'configz':
      return 'configz';
    case 'path':
      return name.startsWith('/healthz/') ? 'healthz' : undefined;
    case 'serve':
      return name.slice(name.lastIndexOf(':') + 1);
    case 'builder':
      return 'builders';
    case 'context':
      return 'context';
    case 'starting':
    case 'started':
    case 'skipped':
    case 'disabled':
    case 'failed':
      return 'controllers';
    case 'factory':
      return 'informers';
    case 'informers':
      return 'select';
    case 'stop':
      return 'stop';
    default:
      return undefined;
  }
}
