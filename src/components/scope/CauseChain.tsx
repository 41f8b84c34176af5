import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import { entryAt } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';
import { timeText } from '../base/time-text.ts';
import type { Player } from './player/player.ts';
import { laneOf } from './timeline/timeline-layout.ts';

/** The most causes listed; a longer chain is cut in its middle. */
const mostCauses = 14;

/** The causes of what is shown, nearest first; each leads to its moment. */
export function CauseChain({
  player,
  chain,
}: {
  readonly player: Player;
  readonly chain: readonly number[];
}): VNode {
  const recording = player.recording.value;
  const cut = chain.length > mostCauses;
  const shown = cut ? [...chain.slice(0, mostCauses - 4), ...chain.slice(-3)] : chain;
  return (
    <ol class="sentence-chain" aria-label={t`The chain of causes, from the nearest to the first`}>
      {shown.map((index, i) => {
        const entry = entryAt(recording, index);
        return (
          <li key={index} data-lane={laneOf(recording, entry)}>
            {cut && i === mostCauses - 4 && <em>{t`${chain.length - mostCauses + 1} steps between`}</em>}
            <button type="button" class="scope-link" onClick={() => player.seek(index)}>
              {tell(entry.event)}
            </button>
            <span>{timeText(entry.at)}</span>
          </li>
        );
      })}
    </ol>
  );
}
