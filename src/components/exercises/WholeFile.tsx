import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import { type CodeFile, loadCode } from '../code/source.ts';
import type { LineRange } from './splice.ts';

interface WholeFileProps {
  readonly file: string;
  /** The declaration that the exercise is about: shown first, and marked. */
  readonly place: LineRange;
}

/** The file of an exercise as it is, to be looked into. */
export function WholeFile({ file, place }: WholeFileProps): VNode {
  const code = useSignal<CodeFile | Error | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const load = async (): Promise<void> => {
    code.value = await loadCode(import.meta.env.BASE_URL, file);
  };
  const found = code.value;
  useLayoutEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('.is-yours');
    if (box.current && first) box.current.scrollTop = first.offsetTop - 3 * first.offsetHeight;
  }, [found]);
  const row = (line: string, at: number): string =>
    `<li${at + 1 >= place.from && at + 1 <= place.to ? ' class="is-yours"' : ''}><code>${line || ' '}</code></li>`;
  return (
    <details class="whole-file" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary>{t`The whole file, without your edit`}</summary>
      {found instanceof Error && <p role="status">{found.message}</p>}
      {found && !(found instanceof Error) && (
        <div class="listing" tabIndex={0} role="group" aria-label={file} ref={box}>
          {/* Highlighted when the site was built; nothing of a reader is in it. */}
          <ol dangerouslySetInnerHTML={{ __html: found.lines.map(row).join('') }} />
        </div>
      )}
    </details>
  );
}
