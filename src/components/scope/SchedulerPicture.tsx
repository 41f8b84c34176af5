import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import type { SchedulerState } from '../../runtime/observe/scheduler-world.ts';
import type { World } from '../../runtime/observe/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import { SchedulerPane } from '../scheduler/SchedulerPane.tsx';
import css from '../scheduler/scheduler.css?url&no-inline';
import { fetchStyles } from './live-styles.ts';
import type { Player } from './player.ts';

/** Brings the styles of the picture into a page that has none of it yet. */
export const schedulerStyles = (): Promise<void> => fetchStyles(css);

interface PictureProps {
  readonly player: Player;
  /** Left out where there is nowhere to go to. */
  readonly onOpen?: (entry: number) => void;
}

function Picture({ player, onOpen }: PictureProps): VNode {
  const { now, before, recording } = player.view.value;
  const last = recording.entries.at(-1);
  const state = schedulerOf(now.world);
  if (!state) return <p class="sched sched-empty">{t`The scheduler has not been started yet.`}</p>;
  return (
    <SchedulerPane
      state={state}
      before={before && schedulerOf(before.world)}
      at={now.at}
      most={(last && schedulerOf(last.world)?.nodes.size) ?? 0}
      onOpen={onOpen}
    />
  );
}

/** The scheduler in the place of the machine: for runs that are about how pods find their nodes. */
export function SchedulerPicture({ player }: { readonly player: Player }): VNode {
  return <Picture player={player} onOpen={(entry) => player.seek(entry)} />;
}

/** The picture as a page holds it before any script runs. */
export function StaticScheduler({ player }: { readonly player: Player }): VNode {
  return (
    <>
      <link rel="stylesheet" href={css} />
      <Picture player={player} />
    </>
  );
}

/** Of several schedulers, the one that tried a pod last. */
function schedulerOf({ schedulers }: World): SchedulerState | undefined {
  const all = mapEntries(schedulers).map(([, state]) => state);
  const last = ({ pod, attempts }: SchedulerState): number => mapGet(attempts, pod)?.at(-1)?.entry ?? -1;
  return all.length < 2 ? all[0] : all.reduce((one, other) => (last(other) > last(one) ? other : one));
}
