import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';

/** An update that a program sent, and what has become of it so far. */
interface Update {
  readonly program: string;
  readonly key: string;
  /** The version that its object was read at. */
  readonly read: string;
  /** The version that it got. */
  readonly wrote?: string;
  /** Why it was refused. */
  readonly reason?: string;
}

/** The last update of each program after each entry. */
const updatesOf = memoize(({ entries }: Recording): readonly ReadonlyMap<string, Update>[] => {
  let now: ReadonlyMap<string, Update> = new Map();
  return entries.map(({ event }) => {
    if (event.kind !== 'api.request' && event.kind !== 'api.error' && event.kind !== 'store.write')
      return now;
    const { program, key } = event;
    const open = now.get(program);
    const next = (update: Update): void => void (now = new Map(now).set(program, update));
    if (event.kind === 'api.request') {
      if (event.version !== undefined) next({ program, key, read: event.version });
    } else if (open?.key === key && open.wrote === undefined && open.reason === undefined) {
      if (event.kind === 'api.error') next({ ...open, reason: event.reason });
      else next({ ...open, wrote: String(event.revision) });
    }
    return now;
  });
});

/** The last update that one of these programs sent, up to an entry; undefined before the first. */
export function lastUpdate(
  recording: Recording,
  index: number,
  programs: readonly string[],
): Update | undefined {
  const now = updatesOf(recording)[index];
  return programs.map((program) => now?.get(program)).findLast((update) => update !== undefined);
}
