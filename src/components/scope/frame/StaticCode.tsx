import type { VNode } from 'preact';
import type { Recording } from '../../../recording/recording.ts';
import { UpstreamLink } from '../../code/UpstreamLink.tsx';
import { currentLine } from '../../code/lines.ts';
import { type CodeFile, symbolAt } from '../../code/source.ts';

interface StaticCodeProps {
  readonly recording: Recording;
  readonly cursor: number;
  readonly files: readonly CodeFile[];
}

/** The code as the page holds it before any script runs: the function where the run is, and where upstream has it. */
export function StaticCode({ recording, cursor, files }: StaticCodeProps): VNode | null {
  const current = currentLine(recording.entries, cursor);
  const code = files.find(({ lines }) => lines.length > 0);
  if (!code) return null;
  const line = current?.file === code.file ? current.line : undefined;
  const symbol = symbolAt(code.symbols, line ?? code.from);
  return (
    <div class="code-pane">
      <div class="code-head">
        <span class="code-file">{code.file}</span>
        <UpstreamLink symbol={symbol} />
      </div>
      <div class="code-body">
        <div class="code-box">
          <div class="code-text" style={`--digits:${String(code.from + code.lines.length).length}`}>
            <ol class="code-lines" start={code.from} style={`--lines:${code.lines.length}`}>
              {code.lines.map((html, i) => (
                <li
                  key={i}
                  class="code-row"
                  data-current={code.from + i === line ? current?.when : undefined}
                >
                  <span class="code-gutter">{code.from + i}</span>
                  <code dangerouslySetInnerHTML={{ __html: html || '\n' }} />
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </div>
  );
}
