import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { actWords } from '../../../recording/act-words.ts';
import { durationWords } from '../../../recording/words.ts';
import type { Player } from '../player/player.ts';
import { takenActs } from './taken.ts';

interface TakenActsProps {
  readonly player: Player;
  /** Takes back an act, by its place in `recording.acts`. */
  readonly onTakeBack: (place: number) => void;
}

/** What the reader did in this branch; each can be taken back. */
export function TakenActs({ player, onTakeBack }: TakenActsProps): VNode {
  const taken = takenActs(player.recording.value);
  return (
    <div class="acts-taken">
      <p class="acts-title">{t`You did`}</p>
      <ol>
        {taken.map(({ place, act, entry, at, error }) => (
          <li key={place}>
            <span>
              {entry === undefined ? (
                actWords(act)
              ) : (
                <button type="button" class="acts-link" onClick={() => player.seek(entry)}>
                  {actWords(act)}
                </button>
              )}{' '}
              <span class="acts-note">
                {at === undefined ? t`after the end of this run` : t`at ${durationWords(at)}`}
              </span>
              {error !== undefined && <span class="acts-error">{t` Refused: ${translated(error)}`}</span>}
            </span>
            <button
              type="button"
              class="acts-undo"
              aria-label={t`Take back: ${actWords(act)}`}
              onClick={() => onTakeBack(place)}
            >
              {t`take back`}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
