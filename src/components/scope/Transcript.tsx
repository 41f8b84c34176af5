import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import { foldedRows } from '../../recording/folded-rows.ts';
import { tellFold } from '../../recording/folds.ts';
import { type Recording, entryAt } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';
import { countOf } from '../../recording/words.ts';
import { memo } from '../base/memo.ts';
import { useInSight } from './panes/in-panel.ts';

/** What the transcript lists: acts, programs, writes of anything but events, errors, and the keys that workers take. */
const told = /^(act|program\..*|store\.write|api\.error|workqueue\.get|watch\.close)$/;

/** The most rows drawn; a longer list would help nobody. */
const most = 1000;

interface TranscriptProps {
  readonly recording: Recording;
  /** Index of the entry that is shown. */
  readonly cursor: number;
}

/** What the run in words lists, with a mark where the run is; what is said many times in a row is one line, which opens. */
export function Transcript({ recording, cursor }: TranscriptProps): VNode {
  const told = useMemo(() => toldEntries(recording), [recording]);
  const rows = useMemo(() => foldedRows(recording, told.slice(0, most)), [recording, told]);
  const list = useRef<HTMLOListElement>(null);
  const now = rows.findLastIndex((row) => firstOf(row) <= cursor);
  useInSight(list, [':scope > ol > [aria-current]'], [recording, now]);
  return (
    <div class="transcript">
      <p>
        {told.length > most
          ? t`The first ${most} of ${countOf(told.length, 'line')}: acts, writes, and the keys that workers take.`
          : t`acts, writes, and the keys that workers take.`}
      </p>
      <ol tabIndex={0} ref={list}>
        {rows.map((row, i) => (
          <Line key={firstOf(row)} recording={recording} row={row} isNow={i === now} />
        ))}
      </ol>
    </div>
  );
}

type Row = ReturnType<typeof foldedRows>[number];

/** Index of the first entry that a row tells of. */
const firstOf = (row: Row): number => (typeof row === 'number' ? row : (row.parts[0] as number));

interface LineProps {
  readonly recording: Recording;
  readonly row: Row;
  readonly isNow: boolean;
}

const Line = memo(({ recording, row, isNow }: LineProps): VNode => {
  const at = (index: number, words: string): string => `${entryAt(recording, index).at} ms ${words}`;
  const line = (index: number): string => at(index, tell(entryAt(recording, index).event));
  return (
    <li aria-current={isNow ? 'step' : undefined}>
      {typeof row === 'number' ? (
        line(row)
      ) : (
        <details>
          <summary>{at(firstOf(row), tellFold(recording, row))}</summary>
          <ol>
            {row.parts.map((part) => (
              <li key={part}>{line(part)}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
});

function toldEntries({ entries }: Recording): readonly number[] {
  return entries
    .filter(({ event }) => told.test(event.kind) && !('key' in event && event.key.startsWith('events/')))
    .map(({ index }) => index);
}
