import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { countOf } from '../../recording/words.ts';
import type { Recording } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';

/** What the transcript lists: acts, programs, writes of anything but events, errors, and the keys that workers take. */
const told = /^(act|program\..*|store\.write|api\.error|workqueue\.get|watch\.close)$/;

/** The most rows drawn; a longer list would help nobody. */
const most = 1000;

/** The run in words. */
export function Transcript({ recording }: { readonly recording: Recording }): VNode {
  const lines = useMemo(() => toldLines(recording), [recording]);
  return (
    <div class="transcript">
      <p>
        {lines.length > most
          ? t`The first ${most} of ${countOf(lines.length, 'line')}: acts, writes, and the keys that workers take.`
          : t`acts, writes, and the keys that workers take.`}
      </p>
      <ol tabIndex={0}>
        {lines.slice(0, most).map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ol>
    </div>
  );
}

function toldLines({ entries }: Recording): string[] {
  return entries
    .filter(({ event }) => told.test(event.kind) && !('key' in event && event.key.startsWith('events/')))
    .map(({ at, event }) => `${at} ms ${tell(event)}`);
}
