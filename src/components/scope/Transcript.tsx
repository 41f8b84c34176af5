import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { countOf } from '../../recording/words.ts';
import type { Recording } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';

/** What is told of a run: acts, programs, writes of anything but events, errors, and the keys that workers take. */
const told = /^(act|program\..*|store\.write|api\.error|workqueue\.get|watch\.close)$/;

/** The most rows drawn; a longer list would help nobody. */
const most = 1000;

interface TranscriptProps {
  readonly recording: Recording;
}

/** The run in words, made when it is opened. */
export function Transcript({ recording }: TranscriptProps): VNode {
  const open = useSignal(false);
  return (
    <details class="scope-transcript" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>The run in words</summary>
      {open.value && <TranscriptRows recording={recording} most={most} />}
    </details>
  );
}

/** The first rows of the run in words, and how many there are where not all are shown. */
export function TranscriptRows({ recording, most }: TranscriptProps & { readonly most: number }): VNode {
  const rows = useMemo(() => rowsOf(recording), [recording]);
  return (
    <>
      <p>
        {rows.length > most ? `The first ${most} of ${countOf(rows.length, 'line')}: ` : ''}
        acts, writes, and the keys that workers take.
      </p>
      <ol tabIndex={0}>
        {rows.slice(0, most).map((row, i) => (
          <li key={i}>{row}</li>
        ))}
      </ol>
    </>
  );
}

function rowsOf({ entries }: Recording): string[] {
  return entries
    .filter(({ event }) => told.test(event.kind) && !('key' in event && event.key.startsWith('events/')))
    .map(({ at, event }) => `${at} ms ${tell(event)}`);
}
