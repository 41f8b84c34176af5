import { Component, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
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

/**
 * The lines with their gutter. The gutter is one tab stop: up and down move in it, Enter sets or takes away
 * a breakpoint.
 */
export function CodeLines({ player, code, line, when }: CodeLinesProps): VNode {
  const list = useRef<HTMLOListElement>(null);
  const focused = useSignal<number | undefined>(undefined);
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
    list.current?.querySelector<HTMLElement>(`[data-line="${focused.value}"] button`)?.focus();
  };

  return (
    <ol class="code-lines" ref={list} onKeyDown={onKeyDown} style={{ '--digits': String(last).length }}>
      {code.lines.map((html, at) => {
        const number = code.from + at;
        return (
          <CodeLine
            key={number}
            file={code.file}
            number={number}
            html={html}
            current={number === line ? when : undefined}
            times={timesRun(entries, cursor, code.file, number)}
            runs={everRuns(entries, code.file, number)}
            breakpoint={broken.has(number)}
            tabStop={number === stop}
            player={player}
          />
        );
      })}
    </ol>
  );
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
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

/** One line; drawn again only when something about it changed, because a step draws hundreds of them. */
class CodeLine extends Component<CodeLineProps> {
  override shouldComponentUpdate(next: CodeLineProps): boolean {
    return (Object.keys(next) as (keyof CodeLineProps)[]).some((name) => next[name] !== this.props[name]);
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
