import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import type { Entry } from '../../../../runtime/stage/world.ts';

/** In virtual ms; `to` is Infinity where it went on to the end of the run. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Write {
  readonly index: number;
  readonly at: number;
  readonly stray: boolean;
}

/** What a run did to a program, with the times at which it did. */
export interface Replica {
  readonly program: string;
  /** When it led, or worked without an election. */
  readonly leads: readonly Span[];
  /** When it stood still. */
  readonly pauses: readonly Span[];
  /** When another led, too, and neither stood still. */
  readonly clashes: readonly Span[];
  /** When what it wrote reached the store, and whether another was written in the lock then. */
  readonly writes: readonly Write[];
  /** When it asked for the lock. */
  readonly looks: readonly number[];
  /** From when its clock counts so many ms in one. */
  readonly rates: readonly { readonly at: number; readonly rate: number }[];
}

interface Draft {
  leads: { from: number; to: number }[];
  pauses: { from: number; to: number }[];
  writes: Write[];
  looks: number[];
  rates: { at: number; rate: number }[];
}

/** The program of an identity: host name, underscore, a random id. */
export const programOf = (identity: string): string => identity.replace(/_[^_]*$/, '');

/** True for what a lock is kept in. */
export const isLock = (resource: string): boolean => ['leases', 'endpoints'].includes(resource);

/** True where the programs of a run elect one that works. */
export const elects = memoize(
  ({ entries }: Recording): boolean => (entries.at(-1)?.world.elections?.size ?? 0) > 0,
);

/** The replicas of a run, in the order in which they started. */
export const replicasOf = memoize((recording: Recording): readonly Replica[] => {
  const drafts = new Map<string, Draft>();
  let holder = '';
  for (const entry of recording.entries) {
    const { event } = entry;
    if (event.kind === 'program.start' && !drafts.has(event.program))
      drafts.set(event.program, { leads: [], pauses: [], writes: [], looks: [], rates: [] });
    if (event.kind === 'leader.acquired') holder = event.program;
    const draft = drafts.get(programIn(entry));
    if (draft) note(draft, entry, holder);
    if (draft && !elects(recording) && event.kind === 'startup' && event.phase === 'caches')
      draft.leads.push({ from: entry.at, to: Infinity });
  }
  return [...drafts].map(([program, draft]) => ({
    program,
    ...draft,
    clashes: clashesOf(draft, [...drafts.values()]),
  }));
});

/** When it led and did not stand still. */
const acts = ({ leads, pauses }: Draft): Span[] =>
  pauses.reduce<Span[]>(
    (spans, pause) =>
      spans.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, pause.from) },
          { from: Math.max(from, pause.to), to },
        ].filter((span) => span.to > span.from),
      ),
    leads,
  );

const clashesOf = (draft: Draft, all: readonly Draft[]): Span[] =>
  acts(draft).flatMap((mine) =>
    all
      .filter((other) => other !== draft)
      .flatMap(acts)
      .map(({ from, to }) => ({ from: Math.max(from, mine.from), to: Math.min(to, mine.to) }))
      .filter(({ from, to }) => to > from),
  );

function programIn({ event }: Entry): string {
  const about = event.kind === 'act' ? event.act : event;
  return 'program' in about ? about.program : '';
}

function note(draft: Draft, { event, at, index }: Entry, holder: string): void {
  const end = (spans: { to: number }[]): void => {
    const last = spans.at(-1);
    if (last) last.to = Math.min(last.to, at);
  };
  switch (event.kind) {
    case 'leader.acquired':
      draft.leads.push({ from: at, to: Infinity });
      break;
    case 'program.pause':
      draft.pauses.push({ from: at, to: Infinity });
      break;
    case 'program.resume':
      end(draft.pauses);
      break;
    case 'leader.lost':
    case 'program.crash':
    case 'program.exit':
      end(draft.leads);
      end(draft.pauses);
      break;
    case 'store.write':
      if (event.resource === 'configmaps')
        draft.writes.push({ index, at, stray: holder !== '' && holder !== event.program });
      break;
    case 'api.request':
      if (event.verb === 'get' && isLock(event.resource)) draft.looks.push(at);
      break;
    case 'act':
      if (event.act.kind === 'skew-clock' && event.error === undefined)
        draft.rates.push({ at, rate: event.act.percent / 100 });
      break;
    default:
  }
}

/** What the clock of a replica shows at a virtual time, in ms since the run began, and how many it counts in one. */
export function ownTime({ rates }: Replica, at: number): { readonly own: number; readonly rate: number } {
  let [own, since, rate] = [0, 0, 1];
  for (const next of rates) {
    if (next.at > at) break;
    own += (next.at - since) * rate;
    [since, rate] = [next.at, next.rate];
  }
  return { own: own + (at - since) * rate, rate };
}

/** The last two writes of what all of them write, the later one first, up to an entry. */
export function lastWrites(
  recording: Recording,
  index: number,
): readonly (Write & { readonly program: string })[] {
  return replicasOf(recording)
    .flatMap(({ program, writes }) => writes.map((write) => ({ program, ...write })))
    .filter((write) => write.index <= index)
    .sort((a, b) => b.index - a.index)
    .slice(0, 2);
}
