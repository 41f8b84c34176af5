import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../../i18n/t.ts';
import { timeText } from '../../base/time-text.ts';
import type { Picture } from '../../picture/description.ts';
import { LivePicture } from '../../picture/LivePicture.tsx';
import type { Player } from '../player/player.ts';
import { laneOf } from '../timeline/timeline-layout.ts';
import type { Desk } from '../desk/desk.ts';
import type { Passage } from '../desk/passages.ts';
import { type OnStage, mostHands } from './presentation.ts';
import type { AskedQuestion } from './questions.ts';
import { Spoken } from './Spoken.tsx';

interface StageProps {
  readonly player: Player;
  readonly picture: Picture;
  readonly desk: Desk;
  readonly questions: readonly AskedQuestion[];
  readonly onStage: OnStage;
  /** Shows the answer; left out where nothing can be pressed. */
  readonly reveal?: (() => void) | undefined;
  /** Counts the hands for an answer; left out where nothing can be pressed. */
  readonly count?: ((answer: number, hands: number) => void) | undefined;
}

/** All that a room sees: the picture, what just happened, and the passage that tells of it, or the question before the next one. */
export function Stage({ player, picture, desk, questions, onStage, reveal, count }: StageProps): VNode {
  const entry = player.frame.value;
  const { passage, question, revealed, hands } = onStage;
  const asked = questions[question ?? -1];
  const { moments: passages } = desk.story;
  // Where the next passage tells of another run, nobody waits for it.
  const next = passages[passage + 1];
  useEffect(() => void (next && desk.make(next).catch(() => undefined)), [next]);
  return (
    <div class={asked ? 'presenter-stage is-asked' : 'presenter-stage'}>
      <div class="presenter-picture">
        <LivePicture player={player} picture={picture} presses={false} />
      </div>
      <div class="presenter-caption" data-lane={laneOf(player.recording.value, entry)}>
        <p class="presenter-sentence">{t`${player.sentence.value}.`}</p>
        <p class="presenter-time">{timeText(entry.at)}</p>
        <p class="presenter-place">{passage >= 0 && [passage + 1, t` of ${passages.length}`]}</p>
      </div>
      <div class="presenter-words" aria-live="polite">
        {asked ? (
          <Asked key={question} {...{ asked, revealed, reveal, hands, count }} />
        ) : (
          <PassageWords key={`passage ${passage}`} passage={passages[passage]} />
        )}
      </div>
    </div>
  );
}

/** A passage in large type; where it is a link in a paragraph, its words are marked there. Without one, the title of the page. */
export function PassageWords({ passage }: { readonly passage: Passage | undefined }): VNode {
  const title = document.querySelector('h1');
  if (passage)
    return (
      <p class="presenter-passage">
        <Spoken of={passage.around} mark={passage.isStep ? undefined : passage.link} />
      </p>
    );
  return <p class="presenter-title">{title && <Spoken of={title} />}</p>;
}

interface AskedProps extends Pick<StageProps, 'reveal' | 'count'>, Pick<OnStage, 'revealed' | 'hands'> {
  readonly asked: AskedQuestion;
}

/** A question and what may be answered, with the hands for each; which of that is so, and why, once that was asked for. */
function Asked({ asked, revealed, reveal, hands, count }: AskedProps): VNode {
  const { question, answers, right, why } = asked;
  return (
    <>
      <p class="presenter-question">
        <Spoken of={question} />
      </p>
      <ol class="presenter-answers">
        {answers.map((answer, i) => (
          <li key={i} class={revealed ? (i === right ? 'is-right' : 'is-wrong') : undefined}>
            <span>
              <Spoken of={answer} />
              {revealed && i === right && <b> {t`So it is.`}</b>}
            </span>
            <Hands answer={i} hands={hands} count={count} />
          </li>
        ))}
      </ol>
      {revealed && why && (
        <p class="presenter-why">
          <Spoken of={why} />
        </p>
      )}
      {!revealed && reveal && (
        <button type="button" class="presenter-reveal" onClick={reveal}>
          {t`Show the answer`}
        </button>
      )}
    </>
  );
}

interface HandsProps extends Pick<StageProps, 'count'>, Pick<OnStage, 'hands'> {
  readonly answer: number;
}

/** How many hands went up for an answer: a field where they are counted, the number where that is shown. */
function Hands({ answer, hands, count }: HandsProps): VNode | null {
  const up = hands?.[answer];
  const label = t`Hands for ${String.fromCharCode(65 + answer)}`;
  if (count)
    return (
      <input
        class="presenter-hands"
        type="number"
        min="0"
        max={mostHands}
        inputMode="numeric"
        aria-label={label}
        placeholder="✋"
        value={up}
        onInput={({ currentTarget }) => count(answer, Number(currentTarget.value))}
      />
    );
  return up === undefined ? null : (
    <span class="presenter-hands" title={label}>
      ✋ {up}
    </span>
  );
}
