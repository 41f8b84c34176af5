import { langOf, t, translated } from '../../../i18n/t.ts';
import '../../code/code.css';
import '../scope.css';
import '../timeline/timeline.css';
import type { ComponentChildren, ComponentType, VNode } from 'preact';
import { entryAt, type Recording } from '../../../recording/recording.ts';
import { countSteps } from '../../../recording/steps.ts';
import { tell } from '../../../recording/tell.ts';
import { whyOf } from '../../../recording/why.ts';
import { doerOf } from '../../../recording/transcript.ts';
import { countOf } from '../../../recording/words.ts';
import type { Scenario } from '../../../runtime/stage/scenario.ts';
import type { CodeFile } from '../../code/source.ts';
import type { Picture } from '../../picture/description.ts';
import { StillPicture } from '../../picture/StillPicture.tsx';
import { runPath } from '../link/run-pages.ts';
import { viewOf } from '../../picture/pictures.ts';
import { lengthOf } from '../sentence-length.ts';
import { StaticCode } from './StaticCode.tsx';
import { StaticTimeline } from '../timeline/StaticTimeline.tsx';
import { offersOf } from '../../../recording/subjects.ts';
import { Player } from '../player/player.ts';
import { laneOf } from '../timeline/timeline-layout.ts';
import { timeText } from '../../base/time-text.ts';

interface StaticScopeProps {
  readonly recording: Recording;
  /** Index of the entry shown. */
  readonly cursor: number;
  readonly title: string;
  readonly layout: 'chapter' | 'playground';
  /** As the scenario says them. */
  readonly view?: Scenario['view'];
  readonly plane?: Scenario['plane'];
  readonly offers?: Scenario['offers'];
  /** The files whose lines the scenario shows. */
  readonly files: readonly CodeFile[];
  /** As in `MountOptions`: so that the frame is as high as what takes its place. */
  readonly tools?: (player: Player) => ComponentChildren;
}

/**
 * The Scope as the page holds it before any script runs: a frame of a run, drawn, and the run in words. What only a
 * script could make use of is left blank, in boxes of the size that it will have.
 */
export function StaticScope(props: StaticScopeProps): VNode {
  const { recording, cursor, title, layout, offers, files, tools } = props;
  const player = new Player(recording, { start: cursor });
  const Still = stillOf(viewOf(props));
  const code = files.length > 0 && (
    <div class="scope-code">
      <StaticCode recording={recording} cursor={cursor} files={files} />
    </div>
  );
  return (
    <section class="scope" data-layout={layout} aria-label={translated(title)}>
      <div class="scope-head">
        <p class="scope-title" lang={langOf(title)}>
          {translated(title)}
        </p>
        <div class="scope-tools" />
      </div>
      <div class="scope-body">
        <div class="scope-main">
          <div class="scope-picture">
            <Still player={player} />
          </div>
          <StaticSentence recording={recording} cursor={cursor} />
          <div class="controls" />
          <StaticTimeline recording={recording} cursor={cursor} />
        </div>
        {layout === 'chapter' ? (
          <div class="scope-drawer">
            <div class="pane-tabs" />
            <div class="drawer-panel">
              <div class="drawer-code">{code}</div>
            </div>
          </div>
        ) : (
          <div class="scope-side">
            {tools?.(player)}
            <div class="acts" aria-hidden="true">
              <p class="acts-title">{t`What if you…`}</p>
              <div class="acts-menu">
                {offersOf(recording.subjects, offers).map(({ id, title: words }) => (
                  <span key={id}>{translated(words)}</span>
                ))}
              </div>
            </div>
            <div class="scope-panes" />
            {code}
          </div>
        )}
      </div>
      <details class="scope-transcript">
        <summary>{t`The run in words`}</summary>
        <p>
          <a href={runPath(recording.scenario)}>{t`All ${countOf(countSteps(recording), 'step')} of it`}</a>
        </p>
      </details>
    </section>
  );
}

const described = import.meta.glob<Picture>('../../../subjects/*/pictures/*.ts', {
  eager: true,
  import: 'picture',
});

/** What draws a picture before any script runs. */
export function stillOf(view: string): ComponentType<{ readonly player: Player }> {
  const picture = described[`../../../subjects/${view.replace('/', '/pictures/')}.ts`];
  if (!picture) throw new Error(`expected a picture in src/subjects/*/pictures, found "${view}".`);
  return ({ player }) => (
    <StillPicture picture={picture} recording={player.recording.value} index={player.cursor.value} />
  );
}

function StaticSentence({ recording, cursor }: Pick<StaticScopeProps, 'recording' | 'cursor'>): VNode {
  const entry = entryAt(recording, cursor);
  const what = tell(entry.event);
  return (
    <div class="sentence" data-lane={laneOf(recording, entry)}>
      <div class="sentence-head">
        <p class="sentence-who">
          {doerOf(recording, entry)} <span>{t`at ${timeText(entry.at)}`}</span>
        </p>
      </div>
      <p class="sentence-what" data-length={lengthOf(what)}>
        {t`${what}.`}
      </p>
      <p class="sentence-why">
        <span>{whyOf(recording, cursor)}</span>
      </p>
    </div>
  );
}
