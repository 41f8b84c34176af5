import { t, translated } from '../i18n/t.ts';
import type { Entry } from '../runtime/stage/world.ts';
import { type Recording, processOf } from './recording.ts';
import { tell } from './tell.ts';

export interface TranscriptOptions {
  /** True to list every line of code as well. */
  readonly lines?: boolean;
  /** First and last index listed; all of them by default. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * A run as text: one line for each entry, with its virtual time, who did it, and what happened.
 * The same recording gives the same text.
 */
export function transcript(recording: Recording, options: TranscriptOptions = {}): string {
  return transcriptRows(recording, options)
    .map(({ time, who, told }) => `${time}  ${who}  ${told}`)
    .join('\n');
}

export interface TranscriptRow {
  readonly index: number;
  readonly time: string;
  readonly who: string;
  readonly told: string;
}

/** The rows of `transcript`, each padded to the width of its column. */
export function transcriptRows(recording: Recording, options: TranscriptOptions = {}): TranscriptRow[] {
  const { lines = false, from = 0, to = Infinity } = options;
  const entries = recording.entries.filter(
    ({ index, event }) => index >= from && index <= to && (lines || event.kind !== 'line'),
  );
  const whos = entries.map((entry) => doerOf(recording, entry));
  const timeWidth = Math.max(0, ...recording.entries.slice(-1).map(({ at }) => `${at} ms`.length));
  const whoWidth = whos.reduce((width, who) => Math.max(width, who.length), 0);
  return entries.map((entry, i) => ({
    index: entry.index,
    time: `${entry.at} ms`.padStart(timeWidth),
    who: (whos[i] ?? '').padEnd(whoWidth),
    told: indent(entry) + tell(entry.event),
  }));
}

/**
 * Who did an entry, as a column says it: `<program>/<process>`, the process alone where it carries the
 * program's name, `reader`, or `timer`.
 */
export function doerOf(recording: Recording, entry: Entry): string {
  if (entry.event.kind === 'act') return translated(entry.event.by);
  const process = processOf(recording, entry);
  if (!process) return t`timer`;
  const { name, group } = process;
  return name === group || name.startsWith(`${group}/`) ? name : `${group}/${name}`;
}

/** Lines of code stand in by their depth, as calls do in code. */
function indent({ event }: Entry): string {
  return event.kind === 'line' ? '  '.repeat(event.depth + 1) : '';
}
