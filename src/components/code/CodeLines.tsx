import { Component, type VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Player } from '../scope/player.ts';
import { type CurrentLine, everRuns, timesRun } from './lines.ts';
import type { CodeFile } from './source.ts';

interface CodeLinesProps {
  readonly player: Player;
  readonly code: CodeFile;
  readonly line: number | undefined;
  readonly when: CurrentLine['when'];
}

/** Lines in one block. A step draws only the blocks of which something changed, a browser only those in sight. */
const linesInBlock = 32;

/**
 * The lines with their gutter. The gutter is one tab stop: up and down move in it, Enter sets or takes away
 * a breakpoint.
 */
export function CodeLines({ player, code, line, when }: CodeLinesProps): VNode {
  const text = useRef<HTMLDivElement>(null);
  const focused = useSignal<number | undefined>(undefined);
  const columns = useMemo(() => Math.max(0, ...code.lines.map(columnsOf)), [code.lines]);
  const { entries } = player.recording.value;
  const cursor = player.cursor.value;
  const broken = player.lineBreakpoints(code.file);
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
    const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const inBlock = (number: number | undefined): number | undefined =>
      number !== undefined && number >= from && number <= to ? number : undefined;
    blocks.push(
      <CodeBlock
        key={from}
        code={code}
        from={from}
        times={numbers.map((number) => timesRun(entries, cursor, code.file, number))}
        runs={numbers.map((number) => everRuns(entries, code.file, number))}
        breakpoints={numbers.map((number) => broken.has(number))}
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

/** True if something differs; of lists, if an item does. */
function differs<P extends object>(next: P, now: P): boolean {
  return (Object.keys(next) as (keyof P)[]).some((name) => {
    const a: unknown = next[name];
    const b: unknown = now[name];
    if (!Array.isArray(a) || !Array.isArray(b)) return a !== b;
    return a.length !== b.length || a.some((item, at) => item !== b[at]);
  });
}

interface CodeBlockProps {
  readonly code: CodeFile;
  readonly from: number;
  /** Of each line: how often it ran up to here, whether it ever runs, whether it has a breakpoint. */
  readonly times: readonly number[];
  readonly runs: readonly boolean[];
  readonly breakpoints: readonly boolean[];
  /** The current line and the tab stop, where they are in this block. */
  readonly line: number | undefined;
  readonly when: CurrentLine['when'] | undefined;
  readonly stop: number | undefined;
  readonly player: Player;
}

class CodeBlock extends Component<CodeBlockProps> {
  override shouldComponentUpdate(next: CodeBlockProps): boolean {
    return differs(next, this.props);
  }

  override render(): VNode {
    const { code, from, times, runs, breakpoints, line, when, stop, player } = this.props;
    return (
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
              runs={runs[at] ?? false}
              breakpoint={breakpoints[at] ?? false}
              tabStop={number === stop}
              player={player}
            />
          );
        })}
      </ol>
    );
  }
}

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

class CodeLine extends Component<CodeLineProps> {
  override shouldComponentUpdate(next: CodeLineProps): boolean {
    return differs(next, this.props);
  }

  override render(): VNode {
    const { file, number, html, current, times, runs, breakpoint, tabStop, player } = this.props;
    const ran = times === 0 ? '' : times === 1 ? ', ran once' : `, ran ${times} times`;
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
          aria-label={`Breakpoint on line ${number}${ran}`}
          aria-pressed={breakpoint}
          title={
            runs ? `line ${number}${ran}` : `line ${number}: never runs here, so a breakpoint would not stop`
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
  }
}
