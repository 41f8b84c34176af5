import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { textOf } from '../../src/components/code/edited-code.ts';
import { loadCode } from '../../src/components/code/source.ts';
import type { CodeEditor } from '../../src/components/exercises/editor/code-editor.ts';
import styles from '../../src/components/exercises/workbench.css?url';
import { fetchStyles } from '../../src/components/base/fetch-styles.ts';
import { t, translated } from '../../src/i18n/t.ts';
import { ownFile, ownStart } from './plugin-files.ts';
import type { SchedulerModel } from './scheduler-model.ts';

interface CodeEditingProps {
  readonly model: SchedulerModel;
  readonly file: string;
}

/** A file of a plugin in an editor. The edited text replaces ours until the edit is undone. */
export function CodeEditing({ model, file }: CodeEditingProps): VNode {
  const { box, problems, failed, run, putBack } = useEditor(model, file);
  const close = (): void => {
    model.editing.value = undefined;
  };
  return (
    <div class="workbench">
      <h2 id="lab-code">{file === ownFile ? t`Your own plugin` : t`Edit ${file}`}</h2>
      {failed && <p class="lab-wrong">{failed}</p>}
      <div class="listing editor lab-editor" ref={box} />
      <p class="lab-how" id="lab-code-keys">
        {t`Tab leaves the editor, Ctrl+Enter runs. It runs in a worker that reaches neither this page nor the network.`}
        {file === ownFile &&
          ` ${t`It may import what it imports here, and defaultNormalizeScore of ../helper/normalize_score.ts.`}`}
      </p>
      <p class="lab-answers">
        <button type="button" class="lab-do" onClick={run}>
          {t`Run it`}
        </button>
        <button type="button" onClick={putBack}>
          {t`Put back the start`}
        </button>
        <button type="button" onClick={close}>
          {t`Close`}
        </button>
      </p>
      <div role="status" id="lab-code-wrong">
        {problems.map(({ message }) => (
          <p class="lab-wrong" key={message}>
            {translated(message)}
          </p>
        ))}
      </div>
    </div>
  );
}

/** An editor in `box` that holds a file, with what is wrong in it marked; `failed` says why there is none. */
function useEditor(model: SchedulerModel, file: string) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const start = useRef('');
  const failed = useSignal('');
  const problems = model.codeProblems.value.filter((one) => one.file === file);
  const run = (): void => {
    const text = editor.current?.text ?? '';
    void model.editCode(file, text === start.current && file !== ownFile ? undefined : text);
  };
  useEffect(() => {
    let gone = false;
    const open = async (): Promise<void> => {
      const [{ newCodeEditor }, text] = await Promise.all([
        import('../../src/components/exercises/editor/code-editor.ts'),
        originalOf(file),
        fetchStyles(styles),
      ]);
      if (gone || !box.current) return;
      start.current = text;
      editor.current = newCodeEditor({
        parent: box.current,
        text: model.ownEdits[file] ?? text,
        language: 'typescript',
        inClass: false,
        firstLine: 1,
        label: file,
        describedBy: 'lab-code-keys',
        errorMessage: 'lab-code-wrong',
        onChange: () => {},
        keys: { 'Mod-Enter': run },
      });
      editor.current.show(model.codeProblems.value.filter((one) => one.file === file).map(placed));
      editor.current.goTo(1);
    };
    open().catch((error: unknown) => {
      failed.value = error instanceof Error ? error.message : String(error);
    });
    return () => {
      gone = true;
      editor.current?.end();
    };
  }, [file]);
  useEffect(() => editor.current?.show(problems.map(placed)), [model.codeProblems.value]);
  const putBack = (): void => editor.current?.replace(start.current);
  return { box, problems, failed: failed.value, run, putBack };
}

const placed = ({ line = 1, message }: { readonly line?: number; readonly message: string }) => ({
  line,
  says: message,
});

/** A file as it is without a reader's edits. */
async function originalOf(file: string): Promise<string> {
  if (file === ownFile) return ownStart;
  const ours = await loadCode(import.meta.env.BASE_URL, file);
  if (ours instanceof Error) throw ours;
  return textOf(ours);
}
