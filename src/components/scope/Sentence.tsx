import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import { doerOf } from '../../recording/transcript.ts';
import { t } from '../../i18n/t.ts';
import { processOf } from '../../recording/recording.ts';
import { onUse } from '../base/on-use.ts';
import type { PageStory } from './desk/story.ts';
import type { Player } from './player/player.ts';
import { laneOf } from './timeline/timeline-layout.ts';
import { lengthOf } from '../base/sentence-length.ts';
import { timeText } from '../base/time-text.ts';

interface SentenceProps {
  readonly player: Player;
  /** What the page tells, of which the passage about this moment is the caption. */
  readonly story?: PageStory | undefined;
  readonly whyOpen: Signal<boolean>;
}

const causeChain = onUse(() => import('./CauseChain.tsx'));

/** What just happened, why, and the chain of causes back to the act behind it. */
export function Sentence({ player, story, whyOpen }: SentenceProps): VNode {
  const entry = player.frame.value;
  const recording = player.recording.value;
  const chain = player.whyChain.value;
  const CauseChain = causeChain.value?.CauseChain;
  useEffect(() => void (whyOpen.value && causeChain.load(player)), [whyOpen.value]);
  return (
    <div class="sentence" data-lane={laneOf(recording, entry)}>
      <div class="sentence-head">
        {/* What is new is a new element: a word that stands elsewhere now has not moved. */}
        <p class="sentence-who" key={entry}>
          {(player.folding.folded.value && processOf(recording, entry)?.group) || doerOf(recording, entry)}{' '}
          <span>{t`at ${timeText(entry.at)}`}</span>
        </p>
        <FoldButton player={player} />
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
      <p class="sentence-what" data-length={lengthOf(player.sentence.value)}>
        {t`${player.sentence.value}.`}
      </p>
      {story && <p class="sentence-told">{story.moments[story.lit.value]?.words}</p>}
      <p class="sentence-why" key={entry}>
        <span>{player.why.value}</span>
      </p>
      {whyOpen.value && chain.length > 0 && CauseChain && <CauseChain player={player} chain={chain} />}
      <Announcer player={player} />
    </div>
  );
}

/** Opens what is said many times in a row, or makes it one step again. */
function FoldButton({ player }: Pick<SentenceProps, 'player'>): VNode | null {
  const parts = player.folding.here.value?.parts;
  if (!parts) return null;
  const open = !player.folding.folded.value;
  const at = parts.indexOf(player.cursor.value) + 1;
  return (
    <button type="button" class="scope-link" aria-expanded={open} onClick={() => player.folding.toggle()}>
      {open ? t`${at} of ${parts.length}: fold` : t`Open all ${parts.length}`}
    </button>
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
