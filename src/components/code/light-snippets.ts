import { effect } from '@preact/signals';
import type { Player } from '../scope/player/player.ts';
import { currentLine } from './lines.ts';

/** Says to a `<go-text>` which line of our declaration, from 0, runs now; undefined for none. */
export const lineEvent = 'go-line';

interface Listed {
  readonly figure: HTMLElement;
  readonly file: string;
  readonly from: number;
  /** The lines as they are shown, ours and upstream's; of ours the first may be the class around it. */
  readonly ours: readonly Element[];
  readonly theirs: readonly Element[];
  readonly first: number;
  readonly ranges: readonly (readonly [number, number])[];
}

/** Lights in the snippets of the page the line that a Scope runs, in both languages. Gives what ends it. */
export function lightSnippets(player: Player): () => void {
  const snippets = [...document.querySelectorAll<HTMLElement>('.snippet')].map(read);
  let lit: { readonly snippet: Listed; readonly line: number } | undefined;
  const light = (snippet: Listed | undefined, line: number): void => {
    if (snippet === lit?.snippet && line === lit?.line) return;
    if (lit) mark(lit.snippet, lit.line, false);
    if (snippet) mark(snippet, line, true);
    lit = snippet && { snippet, line };
  };
  const end = effect(() => {
    const now = currentLine(player.recording.value.entries, player.cursor.value);
    const snippet = snippets.find(
      ({ file, from, first, ours }) =>
        now?.when === 'now' &&
        now.file === file &&
        now.line !== undefined &&
        now.line >= from &&
        now.line < from + ours.length - 2 * first,
    );
    light(snippet, snippet ? (now?.line ?? 0) - snippet.from : 0);
  });
  return () => {
    end();
    light(undefined, 0);
  };
}

function read(figure: HTMLElement): Listed {
  const { file = '', from, owned, ranges = '' } = figure.dataset;
  return {
    figure,
    file,
    from: Number(from),
    ours: [...figure.querySelectorAll('.ours code > span')],
    theirs: [...figure.querySelectorAll('details.theirs code > span')],
    first: owned === undefined ? 0 : 1,
    ranges: ranges.split(',').map((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return [first, last];
    }),
  };
}

function mark({ figure, ours, theirs, first, ranges }: Listed, line: number, on: boolean): void {
  const [from = 0, to = -1] = ranges[line] ?? [];
  for (const row of [ours[first + line], ...theirs.slice(from, to + 1)])
    row?.toggleAttribute('data-current', on);
  for (const row of [ours[first + line], theirs[from]]) {
    if (on) row?.setAttribute('aria-current', 'step');
    else row?.removeAttribute('aria-current');
  }
  figure
    .querySelector('go-text')
    ?.dispatchEvent(new CustomEvent(lineEvent, { detail: on ? line : undefined }));
}
