import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t } from '../../../i18n/t.ts';
import { PassageWords } from './Stage.tsx';
import { Spoken } from './Spoken.tsx';
import { type Stopwatch, clockText } from './stopwatch.ts';
import type { Talk } from './talk.ts';

interface LecternProps {
  readonly talk: Talk;
  /** The stage, small. */
  readonly children: ComponentChildren;
}

/** What the presenter sees while a projector shows the stage: that, what comes next, the time, and notes. */
export function Lectern({ talk, children }: LecternProps): VNode {
  const { presentation, desk } = talk;
  const { passage, question } = presentation.next.value;
  const asked = presentation.questions[question ?? -1];
  return (
    <div class="presenter-lectern">
      {children}
      <div class="presenter-next">
        <h2>{t`Next`}</h2>
        {passage === undefined ? (
          <p>{t`That was the last.`}</p>
        ) : (
          <PassageWords passage={desk.story.moments[passage]} />
        )}
        <h2>{t`Next question`}</h2>
        <p>{asked ? <Spoken of={asked.question} /> : t`None comes.`}</p>
      </div>
      <div class="presenter-side">
        <Clock stopwatch={talk.stopwatch} />
        <p role="status">{followersText(talk)}</p>
        <Notes talk={talk} />
      </div>
    </div>
  );
}

function followersText({ leader, withheld }: Talk): string {
  const count = leader?.followers.value ?? 0;
  if (withheld.value) return t`Edited code is not sent: the projector keeps what it showed last.`;
  if (count === 0) return t`No projector follows.`;
  return count === 1 ? t`1 projector follows.` : t`${count} projectors follow.`;
}

/** The time of the talk. It is drawn each second, and counted from when it began. */
function Clock({ stopwatch }: { readonly stopwatch: Stopwatch }): VNode {
  const drawn = useSignal(0);
  const { runs } = stopwatch;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => drawn.value++, 500);
    return () => clearInterval(timer);
  }, [runs]);
  void drawn.value;
  return (
    <div class="presenter-clock">
      <b role="timer" aria-label={t`Time since the start`}>
        {clockText(stopwatch.ms)}
      </b>
      <button
        type="button"
        class="scope-quiet"
        onClick={() => (runs ? stopwatch.pause() : stopwatch.start())}
      >
        {runs ? t`Pause` : t`Start`}
      </button>
      <button type="button" class="scope-quiet" onClick={() => stopwatch.reset()}>
        {t`Reset`}
      </button>
    </div>
  );
}

function Notes({ talk }: { readonly talk: Talk }): VNode {
  const first = useRef(talk.notes);
  return (
    <label class="presenter-notes">
      {t`Notes, kept in this browser`}
      <textarea
        spellcheck={false}
        defaultValue={first.current}
        onInput={({ currentTarget }) => talk.keepNotes(currentTarget.value)}
      />
    </label>
  );
}
