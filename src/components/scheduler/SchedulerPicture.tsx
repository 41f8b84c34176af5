import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import type { SchedulerState } from '../../runtime/subjects/scheduler/world.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Entry, World } from '../../runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import { SchedulerPane } from './SchedulerPane.tsx';
import { type RunDifferences, differenceWords, runDifferences } from './run-differences.ts';
import css from './scheduler.css?url&no-inline';
import { lastBy } from '../base/search.ts';
import type { Comparison } from '../scope/player/branches.ts';
import { fetchStyles } from '../base/fetch-styles.ts';
import type { Player } from '../scope/player/player.ts';

/** Brings the styles of the picture into a page that has none of it yet. */
export const schedulerStyles = (): Promise<void> => fetchStyles(css);

interface PictureProps {
  readonly recording: Recording;
  readonly now: Entry;
  readonly before: Entry | undefined;
  /** What differs in another run, and is marked. */
  readonly differs?: RunDifferences;
  /** Left out where there is nowhere to go to. */
  readonly onOpen?: (entry: number) => void;
}

function Picture({ recording, now, before, differs, onOpen }: PictureProps): VNode {
  const last = recording.entries.at(-1);
  const state = schedulerOf(now.world);
  if (!state) return <p class="sched sched-empty">{t`The scheduler has not been started yet.`}</p>;
  return (
    <SchedulerPane
      state={state}
      before={before && schedulerOf(before.world)}
      at={now.at}
      most={(last && schedulerOf(last.world)?.nodes.size) ?? 0}
      differs={differs}
      onOpen={onOpen}
    />
  );
}

/**
 * The scheduler in the place of the machine: for runs that are about how pods find their nodes. Where the reader has made another
 * run, both stand side by side at the same moment.
 */
export function SchedulerPicture({ player }: { readonly player: Player }): VNode {
  const [fork, comparison] = [player.fork.value, player.comparison.value];
  if (fork && comparison) return <TwoPictures player={player} fork={fork} comparison={comparison} />;
  return <Picture {...player.view.value} onOpen={(entry) => player.seek(entry)} />;
}

interface TwoPicturesProps {
  readonly player: Player;
  readonly fork: Recording;
  readonly comparison: Comparison;
}

function TwoPictures({ player, fork, comparison: { parts } }: TwoPicturesProps): VNode {
  const shown = player.branch.value;
  const view = player.view.value;
  const runs = { original: player.original.value, fork } as const;
  const other = runs[shown === 'fork' ? 'original' : 'fork'];
  const apart = view.now.index >= parts[shown] || parts.original !== parts.fork;
  const index = apart
    ? lastBy(other.entries, view.now.at)
    : Math.min(view.now.index, other.entries.length - 1);
  const beside = { recording: other, now: other.entries[index] as Entry, before: undefined };
  const views = { original: shown === 'original' ? view : beside, fork: shown === 'fork' ? view : beside };
  const [story, yours] = [schedulerOf(views.original.now.world), schedulerOf(views.fork.now.world)];
  const differs = story && yours && runDifferences(story, yours);
  const branches = [
    ['original', t`The story`],
    ['fork', t`Yours`],
  ] as const;
  return (
    <div class="sched-runs">
      {branches.map(([branch, title]) => (
        <section key={branch} aria-label={title} data-shown={branch === shown || undefined}>
          <p class="sched-run">
            {title}
            {branch !== shown && <span> {t`at the same moment`}</span>}
          </p>
          <Picture
            {...views[branch]}
            differs={differs}
            onOpen={(entry) => {
              player.switchBranch(branch);
              player.seek(entry);
            }}
          />
        </section>
      ))}
      {differs && <p class="sched-differ">{differenceWords(differs, story, yours)}</p>}
    </div>
  );
}

/** The picture as a page holds it before any script runs. */
export function StaticScheduler({ player }: { readonly player: Player }): VNode {
  return (
    <>
      <link rel="stylesheet" href={css} />
      <Picture {...player.view.value} />
    </>
  );
}

/** Of several schedulers, the one that tried a pod last. */
function schedulerOf({ schedulers }: World): SchedulerState | undefined {
  const all = mapEntries(schedulers).map(([, state]) => state);
  const last = ({ pod, attempts }: SchedulerState): number => mapGet(attempts, pod)?.at(-1)?.entry ?? -1;
  return all.length < 2 ? all[0] : all.reduce((one, other) => (last(other) > last(one) ? other : one));
}
