import { t } from '../../i18n/t.ts';
import type { Recording } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';
import type { Event } from '../../runtime/stage/events.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import type { Experiment } from './experiment.ts';

/** One line of what happened in both runs. */
export interface ExperimentRow {
  readonly what: string;
  readonly story: string;
  readonly changed: string;
}

/** What a chapter claims of an experiment, then what can be counted: pods always, the rest where the runs differ. */
export function experimentRows({ story, changed, shown }: Experiment): ExperimentRow[] {
  const claims = shown.map(({ in: run, entry }): ExperimentRow => {
    const { at, event } = (run === 'story' ? story : changed).entries[entry]!;
    const cells = { story: t`never`, changed: t`never`, [run]: t`at ${at} ms` };
    return { what: tell(event), ...cells };
  });
  const counts = counted().flatMap(({ what, count, always }): ExperimentRow[] => {
    const [one, other] = [count(story), count(changed)];
    return always || one !== other ? [{ what, story: String(one), changed: String(other) }] : [];
  });
  return [...claims, ...counts];
}

interface Counted {
  readonly what: string;
  readonly count: (run: Recording) => number;
  readonly always?: boolean;
}

const counted = (): readonly Counted[] => [
  {
    what: t`Pods made in all`,
    count: (run) => events(run, (event) => isWrite(event, 'create')),
    always: true,
  },
  {
    what: t`Pods removed in all`,
    count: (run) => events(run, (event) => isWrite(event, 'delete')),
  },
  {
    what: t`Pods in the end`,
    count: ({ entries }) =>
      mapEntries(entries.at(-1)!.world.store.objects).filter(([key]) => key.startsWith('pods/')).length,
    always: true,
  },
  { what: t`Requests refused`, count: (run) => events(run, ({ kind }) => kind === 'api.error') },
  {
    what: t`Syncs that failed`,
    count: (run) => events(run, (event) => event.kind === 'workqueue.addAfter' && (event.failures ?? 0) > 0),
  },
];

const isWrite = (event: Event, verb: 'create' | 'delete'): boolean =>
  event.kind === 'store.write' && event.verb === verb && event.resource === 'pods';

const events = ({ entries }: Recording, wanted: (event: Event) => boolean): number =>
  entries.filter(({ event }) => wanted(event)).length;
