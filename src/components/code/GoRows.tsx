import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import type { GoRange } from '../../sources/go-lines.ts';
import type { GoToken } from './go-tokens.ts';
import type { CurrentLine } from './lines.ts';
import { indentOf } from './listing.ts';
import { scrollIntoBox } from './scroll.ts';

/** Safe HTML made when the site was built, or tokens of a text that was fetched. */
type Row = string | readonly GoToken[];

interface GoRowsProps {
  readonly rows: readonly Row[];
  /** Number of the first line in its file. */
  readonly from: number;
  /** First and last line to be lit, from 0. */
  readonly lit: GoRange | undefined;
  readonly when: CurrentLine['when'];
  readonly look: 'pane' | 'prose';
  /** What is declared. */
  readonly name: string;
}

/** The lines of a declaration of upstream. The lit ones are brought into sight within the box, and nothing else is scrolled. */
export function GoRows({ rows, from, lit, when, look, name }: GoRowsProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const first = lit?.[0];
  useLayoutEffect(() => {
    if (look === 'pane' && first !== undefined)
      queueMicrotask(() => box.current && scrollIntoBox(box.current, first, rows.length));
  }, [first, rows]);
  const current = (at: number): CurrentLine['when'] | undefined =>
    lit && at >= lit[0] && at <= lit[1] ? when : undefined;
  const step = (at: number): 'step' | undefined => (at === first && when === 'now' ? 'step' : undefined);
  if (look === 'prose') {
    return (
      <pre class="listing">
        <code>
          {rows.map((row, at) => (
            <span
              key={at}
              style={`--i:${typeof row === 'string' ? indentOf(row) : indentOf(row[0]?.text ?? '')}`}
              data-current={current(at)}
              aria-current={step(at)}
              {...filled(row)}
            />
          ))}
        </code>
      </pre>
    );
  }
  return (
    <div class="code-box" ref={box} role="group" aria-label={t`${name} in Go`} tabIndex={0}>
      <div class="code-text" style={`--digits:${String(from + rows.length).length}`}>
        <ol class="code-lines" start={from} style={`--lines:${rows.length}`}>
          {rows.map((row, at) => (
            <li key={at} class="code-row" data-current={current(at)} aria-current={step(at)}>
              <span class="code-gutter">{from + at}</span>
              <code {...filled(row)} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The content of a line. A fetched text is shown as text, never as markup. */
function filled(row: Row): { dangerouslySetInnerHTML: { __html: string } } | { children: ComponentChildren } {
  if (typeof row === 'string') return { dangerouslySetInnerHTML: { __html: `${row}\n` } };
  const parts = row.map(({ text, kind }, at) =>
    kind ? (
      <span key={at} class={kind}>
        {text}
      </span>
    ) : (
      text
    ),
  );
  return { children: [...parts, '\n'] };
}
