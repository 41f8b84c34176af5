import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import { type CodeFile, loadCode } from '../code/source.ts';

/** The file of an exercise as it is, to be looked into. */
export function WholeFile({ file }: { readonly file: string }): VNode {
  const code = useSignal<CodeFile | Error | undefined>(undefined);
  const load = async (): Promise<void> => {
    code.value = await loadCode(import.meta.env.BASE_URL, file);
  };
  const found = code.value;
  return (
    <details class="whole-file" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary>{t`The whole file, as it is without your edit`}</summary>
      {found instanceof Error && <p role="status">{found.message}</p>}
      {found && !(found instanceof Error) && (
        <div class="listing" tabIndex={0} role="group" aria-label={file}>
          {/* Highlighted when the site was built; nothing of a reader is in it. */}
          <ol
            dangerouslySetInnerHTML={{
              __html: found.lines.map((line) => `<li><code>${line || ' '}</code></li>`).join(''),
            }}
          />
        </div>
      )}
    </details>
  );
}
