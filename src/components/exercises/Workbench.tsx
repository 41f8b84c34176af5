import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t, translated } from '../../i18n/t.ts';
import { silenceMs } from '../base/worker-calls.ts';
import { runMs } from '../scope/recorder/recorder.ts';
import { useUniqueId } from '../base/ids.ts';
import type { Extension } from '@codemirror/state';
import type { CodeEditor, newCodeEditor } from './editor/code-editor.ts';
import { isSolved } from './judge.ts';
import { Verdicts } from './Verdicts.tsx';
import { WholeFile } from './WholeFile.tsx';
import { Words } from '../base/Words.tsx';
import type { LineRange } from './splice.ts';
import type { Work } from './work.ts';

interface WorkbenchProps {
  readonly work: Work;
  readonly newEditor: typeof newCodeEditor;
  /** Brings what lets the editor offer and mark names; undefined for manifests. */
  readonly loadHelp: (() => Promise<Extension>) | undefined;
  /** True if the text is a member of a class. */
  readonly inClass: boolean;
  /** Where it stands in its file; undefined for manifests. */
  readonly place: LineRange | undefined;
  /** Id of the exercise's heading. */
  readonly titleId: string;
}

/** An exercise at work: the editor, the buttons that run its text, and the state of each check. */
export function Workbench(props: WorkbenchProps): VNode {
  const { work, place, titleId } = props;
  const id = useUniqueId();
  const box = useRef<HTMLDivElement>(null);
  const helps = useSignal(false);
  const editor = useEditor(props, id, box, () => (helps.value = true));
  const { exercise } = work;
  const isCode = exercise.kind === 'code';
  const reset = (): void => editor.current?.replace(work.start);
  return (
    <div class="workbench">
      {isCode && <p class="file">{`${exercise.file}:${place?.from ?? 1}`}</p>}
      {work.outdated.value && (
        <Outdated
          id={`${id}-outdated`}
          onKeep={() => {
            work.keepMine();
            editor.current?.focus();
          }}
          onTakeNew={() => {
            reset();
            editor.current?.focus();
          }}
        />
      )}
      <div class="listing editor" ref={box} />
      <Hints work={work} id={`${id}-keys`} helps={helps.value} />
      <Tools work={work} onReset={reset} />
      <div class="said" id={`${id}-said`} role="status" data-solved={isSolvedNow(work) || undefined}>
        <p>{work.said.value}</p>
        {/* It stands below for those who see; a screen reader would come there later. */}
        <p class="visually-hidden">
          <Words text={work.reason.value} />
        </p>
      </div>
      {work.lost.value && <p role="alert">{work.lost.value}</p>}
      <Verdicts work={work} titleId={titleId} onGoTo={(line) => editor.current?.goTo(line)} />
      {isSolvedNow(work) && <Solved work={work} />}
      {isCode && place && <WholeFile file={exercise.file} place={place} />}
    </div>
  );
}

/**
 * The editor in `box`, which shows the problems of the text. Ids of what describes it begin with `id`. `onHelp` is called once it offers
 * names; where that cannot be fetched, it is an editor without.
 */
function useEditor(
  { work, newEditor, loadHelp, inClass, place }: WorkbenchProps,
  id: string,
  box: { readonly current: HTMLDivElement | null },
  onHelp: () => void,
): { readonly current: CodeEditor | undefined } {
  const editor = useRef<CodeEditor | undefined>(undefined);
  const { exercise, problems } = work;
  const isCode = exercise.kind === 'code';
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const made = newEditor({
      parent: box.current,
      text: work.begun,
      language: isCode ? 'typescript' : 'yaml',
      inClass,
      firstLine: place?.from ?? 1,
      label: isCode ? exercise.symbol : t`Your manifests`,
      describedBy: work.outdated.value ? `${id}-outdated ${id}-keys` : `${id}-keys`,
      errorMessage: `${id}-said`,
      onChange: (text) => work.change(text),
      keys: { 'Mod-Enter': () => void work.run(), F8: () => made.replace(work.start) },
    });
    editor.current = made;
    made.goTo(1);
    loadHelp?.().then(
      (help) => {
        if (editor.current !== made) return;
        made.extend(help);
        onHelp();
      },
      () => undefined,
    );
    return () => {
      editor.current = undefined;
      made.end();
    };
  }, []);
  useEffect(() => editor.current?.show(problems.value), [problems.value]);
  return editor;
}

/** The keys of the editor, how long a run may take, and whether the text is kept. */
function Hints({
  work,
  id,
  helps,
}: {
  readonly work: Work;
  readonly id: string;
  readonly helps: boolean;
}): VNode {
  return (
    <p class="keys" id={id}>
      {t`Tab leaves the editor. ${modKey()}+Enter runs, F8 restores the start, ${modKey()}+Z undoes that.`}
      {helps && (
        <>
          {' '}
          {t`Ctrl+Space offers names, and ${modKey()}+I says what the name at the cursor is; Esc closes that.`}
        </>
      )}
      {work.exercise.kind === 'code' && (
        <>
          {' '}
          {t`A run is ended after ${runMs / 1000} s, or after ${silenceMs / 1000} s without a sign of life.`}
        </>
      )}
      {!work.keeps.value && (
        <> {t`This browser does not let this site store anything: copy your text before you leave.`}</>
      )}
    </p>
  );
}

function Tools({ work, onReset }: { readonly work: Work; readonly onReset: () => void }): VNode {
  const runs = work.running.value !== undefined;
  return (
    <div class="do">
      <button type="button" class="is-main" aria-disabled={runs} onClick={() => void work.run()}>
        {t`Run it`}
      </button>
      <button type="button" aria-disabled={!runs} onClick={() => work.stop()}>
        {t`Stop`}
      </button>
      <button type="button" onClick={onReset}>
        {t`Put back the start`}
      </button>
      <Progress work={work} />
    </div>
  );
}

function isSolvedNow({ verdicts, stale }: Work): boolean {
  return verdicts.value !== undefined && !stale.value && isSolved(verdicts.value);
}

/** The modifier of the editor's commands, as the reader's keyboard has it. */
function modKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}

function Outdated({
  id,
  onKeep,
  onTakeNew,
}: {
  readonly id: string;
  readonly onKeep: () => void;
  readonly onTakeNew: () => void;
}): VNode {
  return (
    <div class="outdated" role="note">
      <p
        id={id}
      >{t`This exercise has changed since you worked on it. Below is your text, which may not fit it any more.`}</p>
      <p class="do">
        <button type="button" onClick={onKeep}>
          {t`Keep mine`}
        </button>
        <button type="button" onClick={onTakeNew}>
          {t`Use the new start`}
        </button>
      </p>
    </div>
  );
}

function Progress({ work }: { readonly work: Work }): VNode | null {
  const done = work.running.value;
  const { length } = work.exercise.seeds;
  if (done === undefined) return null;
  return <progress max={length} value={done} aria-label={t`${done} of ${length} seeds`} />;
}

function Solved({ work }: { readonly work: Work }): VNode {
  const { why, next } = work.exercise;
  return (
    <div class="solved">
      <p>
        <Words text={translated(why)} />
      </p>
      <p>
        <b>{t`Then try this.`}</b> <Words text={translated(next)} />
      </p>
    </div>
  );
}
