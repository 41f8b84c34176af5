import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import { foldedRows } from '../../recording/folded-rows.ts';
import { tellFold } from '../../recording/folds.ts';
import { type Recording, entryAt } from '../../recording/recording.ts';
import { tell } from '../../recording/tell.ts';
import { countOf } from '../../recording/words.ts';

/** What the transcript lists: acts, programs, writes of anything but events, errors, and the keys that workers take. */
const told = /^(act|program\..*|store\.write|api\.error|workqueue\.get|watch\.close)$/;

/** The most rows drawn; a longer list would help nobody. */
const most = 1000;

/** What the run in words lists; what is said many times in a row is one line, which opens. */
export function Transcript({ recording }: { readonly recording: Recording }): VNode {
  const told = useMemo(() => toldEntries(recording), [recording]);
  const line = (index: number): string => {
    const { at, event } = entryAt(recording, index);
    return `${at} ms ${tell(event)}`;
  };
  return (
    <>
      <p>
        {told.length > most
          ? t`The first ${most} of ${countOf(told.length, 'line')}: acts, writes, and the keys that workers take.`
          : t`acts, writes, and the keys that workers take.`}
      </p>
      <ol tabIndex={0}>
        {foldedRows(recording, told.slice(0, most)).map((row) =>
          typeof row === 'number' ? (
            <li key={row}>{line(row)}</li>
          ) : (
            <li key={row.parts[0]}>
              <details>
                <summary>{`${entryAt(recording, row.parts[0] as number).at} ms ${tellFold(recording, row)}`}</summary>
                <ol>
                  {row.parts.map((part) => (
                    <li key={part}>{line(part)}</li>
                  ))}
                </ol>
              </details>
            </li>
          ),
        )}
      </ol>
    </>
  );
}

function toldEntries({ entries }: Recording): readonly number[] {
  return entries
    .filter(({ event }) => told.test(event.kind) && !('key' in event && event.key.startsWith('events/')))
    .map(({ index }) => index);
}
