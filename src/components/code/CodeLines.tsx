import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import type { Entry } from '../../runtime/stage/world.ts';
import { memo } from '../base/memo.ts';
import type { Player } from '../scope/player/player.ts';
import { type CurrentLine, runsOf, timesRun } from './lines.ts';
import type { CodeFile } from './source.ts';

export interface CodeLinesProps {
  readonly player: Player;
  readonly code: CodeFile;
  readonly entries: readonly Entry[];
  /** Index of the entry up to which runs of a line are counted. */
  readonly cursor: number;
  readonly line: number | undefined;
  readonly when: CurrentLine['when'];
}

/** Lines in one block. A step draws only the blocks of which something changed, a browser only those in sight. */
const linesInBlock = 16;

/**
 * The lines with their gutter. The gutter is one tab stop: up and down move in it, Enter sets or takes away
 * a breakpoint.
 */
export function CodeLines({ player, code, entries, cursor, line, when }: CodeLinesProps): VNode {
  const text = useRef<HTMLDivElement>(null);
  const focused = useSignal<number | undefined>(undefined);
  const columns = useMemo(() => Math.max(0, ...code.lines.map(columnsOf)), [code.lines]);
  const runs = runsOf(entries, code.file);
  const breakpoints = player.lineBreakpoints(code.file);
  const last = code.from + code.lines.length - 1;
  const stop = within(focused.value ?? line ?? code.from, code.from, last);

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowUp: stop - 1, ArrowDown: stop + 1, Home: code.from, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    focused.value = within(to, code.from, last);
    text.current?.querySelector<HTMLElement>(`[data-line="${focused.value}"] button`)?.focus();
  };

  const blocks: VNode[] = [];
  for (let from = code.from; from <= last; from += linesInBlock) {
    const to = Math.min(last, from + linesInBlock - 1);
    const times: number[] = [];
    for (let number = from; number <= to; number++) times.push(timesRun(runs.get(number), cursor));
    const inBlock = (number: number | undefined): number | undefined =>
      number !== undefined && number >= from && number <= to ? number : undefined;
    blocks.push(
      <CodeBlock
        key={from}
        code={code}
        from={from}
        times={times}
        runs={runs}
        breakpoints={breakpoints}
        line={inBlock(line)}
        when={inBlock(line) === undefined ? undefined : when}
        stop={inBlock(stop)}
        player={player}
      />,
    );
  }
  return (
    <div
      class="code-text"
      ref={text}
      onKeyDown={onKeyDown}
      style={{ '--digits': String(last).length, '--columns': columns }}
    >
      {blocks}
    </div>
  );
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** How many characters a highlighted line is wide. */
function columnsOf(html: string): number {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '&').length;
}

interface CodeBlockProps {
  readonly code: CodeFile;
  readonly from: number;
  /** How often each line ran up to here. */
  readonly times: readonly number[];
  /** The lines that ever run, and those with a breakpoint. */
  readonly runs: ReadonlyMap<number, unknown>;
  readonly breakpoints: readonly number[];
  /** The current line and the tab stop, where they are in this block. */
  readonly line: number | undefined;
  readonly when: CurrentLine['when'] | undefined;
  readonly stop: number | undefined;
  readonly player: Player;
}

const CodeBlock = memo(
  ({ code, from, times, runs, breakpoints, line, when, stop, player }: CodeBlockProps): VNode => (
    <ol class="code-lines" start={from} style={{ '--lines': times.length }}>
      {times.map((ran, at) => {
        const number = from + at;
        return (
          <CodeLine
            key={number}
            file={code.file}
            number={number}
            html={code.lines[number - code.from] ?? ''}
            current={number === line ? when : undefined}
            times={ran}
            runs={runs.has(number)}
            breakpoint={breakpoints.includes(number)}
            tabStop={number === stop}
            player={player}
          />
        );
      })}
    </ol>
  ),
);

interface CodeLineProps {
  readonly file: string;
  readonly number: number;
  readonly html: string;
  readonly current: CurrentLine['when'] | undefined;
  readonly times: number;
  /** False for a line that this recording never runs. */
  readonly runs: boolean;
  readonly breakpoint: boolean;
  readonly tabStop: boolean;
  readonly player: Player;
}

const CodeLine = memo(
  ({ file, number, html, current, times, runs, breakpoint, tabStop, player }: CodeLineProps): VNode => {
    const ran = times === 0 ? '' : times === 1 ? t`, ran once` : t`, ran ${times} times`;
    return (
      <li
        class="code-row"
        data-line={number}
        data-current={current}
        data-ran={times > 0 || undefined}
        aria-current={current === 'now' ? 'step' : undefined}
      >
        <button
          type="button"
          class="code-gutter"
          aria-label={t`Breakpoint on line ${number}${ran}`}
          aria-pressed={breakpoint}
          title={
            runs
              ? t`line ${number}${ran}`
              : t`line ${number}: never runs here, so a breakpoint would not stop`
          }
          tabIndex={tabStop ? 0 : -1}
          onClick={() => player.toggleBreakpoint({ file, line: number })}
        >
          {number}
        </button>
        {/* Highlighted when the site was built; nothing of a run is in it. */}
        <code dangerouslySetInnerHTML={{ __html: html === '' ? '\n' : html }} />
      </li>
    );
  },
);
