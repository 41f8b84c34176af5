import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { NumberOfRun } from '../../../recording/numbers.ts';
import { programWords } from '../../../recording/words.ts';
import { useUniqueId } from '../../base/ids.ts';
import { timeText } from '../../base/time-text.ts';
import type { Player } from '../player/player.ts';
import { NumberSetting } from './number-setting.ts';
import { valueWords } from './number-words.ts';
import { refusalIn } from './refused.ts';

/** The numbers of a story, to be dragged. The run is made again with each, and the picture shows the same time of it. */
export function Numbers({ player }: { readonly player: Player }): VNode {
  const original = player.original.value;
  const { numbers = [] } = original;
  const setting = useMemo(() => new NumberSetting(player), [player, original]);
  const changed = setting.changed.value;
  return (
    <div class="numbers" role="group" aria-label={t`Change a number`}>
      <div class="numbers-all">
        {numbers.map((number, i) => (
          <Slider
            key={number.name}
            number={number}
            value={changed[number.name] ?? number.own}
            about={number.about !== numbers[i - 1]?.about}
            disabled={!player.canRunAgain}
            onSet={(value) => void setting.set(number, value)}
          />
        ))}
      </div>
      <div class="numbers-foot">
        <Refused player={player} />
        <p role="status">{saidOf(player, setting.last.value)}</p>
      </div>
    </div>
  );
}

/** What a screen reader is told when another run is shown. */
function saidOf(player: Player, last: NumberOfRun | undefined): string {
  const fork = player.fork.value;
  const time = timeText(player.frame.value.at);
  if (!last) return t`Each change runs the story again from its start. The picture stays at the same time.`;
  const value = fork?.changed?.[last.name];
  if (value === undefined) return t`${translated(last.name)} is as in the story. Shown at ${time}.`;
  return t`${translated(last.name)} is ${valueWords(last, value)}, in the story ${valueWords(last, last.own)}. Shown at ${time}.`;
}

/** The error of a program that does not start with these numbers, in upstream's words. */
function Refused({ player }: { readonly player: Player }): VNode {
  const fork = player.fork.value;
  const refusal = useMemo(() => fork?.changed && refusalIn(fork), [fork]);
  return (
    <div role="alert">
      {refusal && (
        <p class="numbers-refused">
          {t`${programWords(refusal.program)} does not start with these numbers:`}{' '}
          <code lang="en">{refusal.why}</code>
        </p>
      )}
    </div>
  );
}

interface SliderProps {
  readonly number: NumberOfRun;
  readonly value: number;
  /** False where what it decides was said before. */
  readonly about: boolean;
  readonly disabled: boolean;
  readonly onSet: (value: number) => void;
}

/** One number: it is dragged, or moved by the arrow keys. What v1.20.2 has is marked, and so is what the story has, if that is another. */
function Slider({ number, value, about, disabled, onSet }: SliderProps): VNode {
  const id = useUniqueId();
  const input = useRef<HTMLInputElement>(null);
  const { name, values, own, upstream } = number;
  const marks = [...new Set([upstream ?? own, own])];
  const say = (mark: number): string => valueWords(number, mark);
  const set = (to: number): void => {
    // The button has nothing left to do; the slider goes on.
    input.current?.focus({ preventScroll: true });
    onSet(to);
  };
  return (
    <div class="number">
      <label for={id}>{upstream === undefined ? translated(name) : <code>{name}</code>}</label>
      <div class="number-row">
        <input
          ref={input}
          id={id}
          type="range"
          min={0}
          max={values.length - 1}
          step={1}
          value={values.indexOf(value)}
          list={`${id}-marks`}
          disabled={disabled}
          aria-valuetext={say(value)}
          aria-describedby={`${id}-about`}
          onInput={({ currentTarget }) => onSet(values[currentTarget.valueAsNumber] ?? own)}
        />
        <output for={id} aria-live="off">
          {say(value)}
        </output>
      </div>
      <datalist id={`${id}-marks`}>
        {marks.map((mark) => (
          <option key={mark} value={values.indexOf(mark)} label={say(mark)} />
        ))}
      </datalist>
      <div class="number-marks">
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            class="scope-quiet"
            disabled={disabled || mark === value}
            onClick={() => set(mark)}
          >
            {mark === upstream ? t`v1.20.2: ${say(mark)}` : t`the story: ${say(mark)}`}
          </button>
        ))}
      </div>
      <p class={about ? 'number-about' : 'visually-hidden'} id={`${id}-about`}>
        {translated(number.about)}
      </p>
    </div>
  );
}
