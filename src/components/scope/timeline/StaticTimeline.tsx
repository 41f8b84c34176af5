import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Recording } from '../../../recording/recording.ts';
import { laneHeight, percent, roughPath, timelineLayout } from './timeline-layout.ts';

interface StaticTimelineProps {
  readonly recording: Recording;
  readonly cursor: number;
}

/** Columns of the drawing: enough for its first look, few enough to be short. */
const columns = 36;

/** The timeline as the page holds it before any script runs: in as many columns as can be told apart, and no more. */
export function StaticTimeline({ recording, cursor }: StaticTimelineProps): VNode {
  const layout = timelineLayout(recording);
  return (
    <div class="timeline" aria-hidden="true">
      <div class="timeline-names">
        <span>{t`acts`}</span>
        {layout.lanes.map(({ id, name }) => (
          <span key={id} data-lane={id}>
            {name}
          </span>
        ))}
      </div>
      <div class="timeline-area">
        <div class="timeline-acts">
          {layout.acts.map(({ x, index }) => (
            <i key={index} style={`inset-inline-start:${percent(x)}`} />
          ))}
        </div>
        {layout.lanes.map(({ id, ticks }) => (
          <svg
            key={id}
            class="timeline-lane is-rough"
            data-lane={id}
            viewBox={`0 0 ${columns} ${laneHeight}`}
            preserveAspectRatio="none"
          >
            {ticks.map((alike) => (
              <path key={alike.look} data-look={alike.look} d={roughPath(alike, columns)} />
            ))}
          </svg>
        ))}
        <div class="timeline-cursor" style={`transform:translateX(${percent(layout.xs[cursor] ?? 0)})`} />
      </div>
      <div class="timeline-axis">
        {layout.times.map(({ x, text }) => (
          <span key={x} style={`inset-inline-start:${percent(x)}`}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
