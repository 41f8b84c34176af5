import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import { doerOf } from '../../recording/transcript.ts';
import { t } from '../../i18n/t.ts';
import { entryAt } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';
import type { PageStory } from './desk/story.ts';
import type { Player } from './player/player.ts';
import { laneOf } from './timeline/timeline-layout.ts';
import { timeText } from '../base/time-text.ts';

interface SentenceProps {
  readonly player: Player;
  /** What the page tells, of which the passage about this moment is the caption. */
  readonly story?: PageStory | undefined;
  readonly whyOpen: Signal<boolean>;
}

/** The most causes listed; a longer chain is cut in its middle. */
const mostCauses = 14;

/** What just happened, why, and the chain of causes back to the act behind it. */
export function Sentence({ player, story, whyOpen }: SentenceProps): VNode {
  const entry = player.frame.value;
  const recording = player.recording.value;
  const chain = player.whyChain.value;
  return (
    <div class="sentence" data-lane={laneOf(recording, entry)}>
      <div class="sentence-head">
        {/* What is new is put in anew: a word that stands elsewhere now has not moved. */}
        <p class="sentence-who" key={entry}>
          {doerOf(recording, entry)} <span>{t`at ${timeText(entry.at)}`}</span>
        </p>
        {chain.length > 0 && (
          <button
            type="button"
            class="scope-link sentence-chains"
            aria-expanded={whyOpen.value}
            onClick={() => (whyOpen.value = !whyOpen.value)}
          >
            <span key={`${chain.length} ${whyOpen.value}`}>
              {whyOpen.value ? t`Hide the chain` : t`And why that? (${chain.length} back)`}
            </span>
          </button>
        )}
        {player.passage.value && (
          <button type="button" class="scope-link" onClick={() => player.passage.value?.()}>
            {t`Where in the text?`}
          </button>
        )}
      </div>
      <p class="sentence-what">{t`${player.sentence.value}.`}</p>
      {story && <p class="sentence-told">{story.moments[story.lit.value]?.words}</p>}
      <p class="sentence-why">{player.why.value}</p>
      {whyOpen.value && chain.length > 0 && <Chain player={player} chain={chain} />}
      <Announcer player={player} />
    </div>
  );
}

/** The causes, nearest first; each leads to its moment. */
function Chain({ player, chain }: { readonly player: Player; readonly chain: readonly number[] }): VNode {
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

/** Announces to screen readers what happened, once the run stops; silent while it plays fast. */
function Announcer({ player }: { readonly player: Player }): VNode {
  const said = useSignal('');
  const index = player.cursor.value;
  const fast = player.playing.value && player.speed.value > 1;
  useEffect(() => {
    if (fast || player.quiet.peek()) return;
    const timer = setTimeout(() => {
      said.value = t`Step ${player.place.value.at}. ${player.sentence.value}. ${player.why.value}`;
    }, 350);
    return () => clearTimeout(timer);
  }, [index, fast, player.recording.value]);
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {said.value}
    </p>
  );
}
