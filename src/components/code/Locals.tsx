import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import type { RecordedProcess } from '../../recording/recording.ts';
import { type CurrentLine, localRows } from './lines.ts';

interface LocalsProps {
  readonly current: CurrentLine | undefined;
  readonly processes: readonly RecordedProcess[];
}

/** The process that runs the line, the calls that led there, and the values of its names. */
export function Locals({ current, processes }: LocalsProps): VNode {
  if (!current) {
    return (
      <div class="code-locals" role="group" aria-label={t`Local values`} tabIndex={0}>
        <p class="code-note">
          {t`No line of a shown file has run yet. The values of the names on the line that runs appear here.`}
        </p>
      </div>
    );
  }
  const process = processes[current.process];
  const rows = localRows(current);
  return (
    <div class="code-locals" role="group" aria-label={t`Local values`} tabIndex={0}>
      <p class="code-note">
        {current.when === 'now' ? t`Runs now in ` : t`Another process acts. Ran last: `}
        <code>{process?.name ?? t`no process`}</code>
      </p>
      {current.stack.length > 0 && (
        <ol class="code-stack" aria-label={t`Calls, ${current.stack.length} deep`}>
          {current.stack.map((call, depth) => (
            <li key={depth}>
              <code>{call.function.slice(call.function.lastIndexOf('.') + 1)}</code>{' '}
              <span class="code-note">{t`line ${call.line}`}</span>
            </li>
          ))}
        </ol>
      )}
      {rows.length === 0 ? (
        <p class="code-note">{t`No local values are known here.`}</p>
      ) : (
        <dl class="code-values">
          {rows.map((row) => (
            <div key={row.name} data-changed={row.before !== undefined || row.isNew || undefined}>
              <dt>
                <code>{row.name}</code>
              </dt>
              <dd>
                <code>{row.value}</code>
                {row.isNew && <span class="code-note"> {t`new`}</span>}
                {row.before !== undefined && (
                  <span class="code-note">
                    {t` was `}
                    <del>{row.before}</del>
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
