import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t, translated } from '../../i18n/t.ts';
import { silenceMs } from '../base/worker-calls.ts';
import { runMs } from '../scope/recorder/recorder.ts';
import { visit } from '../scope/scope-element.ts';
import { useUniqueId } from '../base/ids.ts';
import type { CodeEditor, newCodeEditor } from './code-editor.ts';
import { type Failure, type Verdict, isSolved } from './judge.ts';
import { WholeFile } from './WholeFile.tsx';
import { Words } from './Words.tsx';
import type { Place } from './splice.ts';
import type { Work } from './work.ts';

interface WorkbenchProps {
  readonly work: Work;
  readonly newEditor: typeof newCodeEditor;
  /** True if the text is a member of a class. */
  readonly inClass: boolean;
  /** Where it stands in its file; undefined for manifests. */
  readonly place: Place | undefined;
  /** Id of the exercise's heading. */
  readonly titleId: string;
}

/** An exercise that is worked on: the editor, what runs it, and how it stands with the checks. */
export function Workbench({ work, newEditor, inClass, place, titleId }: WorkbenchProps): VNode {
  const id = useUniqueId();
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const { exercise, running, problems } = work;
  const isCode = exercise.kind === 'code';
  const firstLine = place?.from ?? 1;
  const reset = (): void => editor.current?.replace(work.start);

  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const made = newEditor({
      parent: box.current,
      text: work.begun,
      language: isCode ? 'typescript' : 'yaml',
      inClass,
      firstLine,
      label: isCode ? exercise.symbol : t`Your manifests`,
      describedBy: work.outdated.value ? `${id}-outdated ${id}-keys` : `${id}-keys`,
      errorMessage: `${id}-said`,
      onChange: (text) => work.change(text),
      keys: { 'Mod-Enter': () => void work.run(), F8: reset },
    });
    editor.current = made;
    made.goTo(1);
    return () => made.end();
  }, []);
  useEffect(() => editor.current?.show(problems.value), [problems.value]);

  return (
    <div class="workbench">
      {isCode && <p class="file">{`${exercise.file}:${firstLine}`}</p>}
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
      <p class="keys" id={`${id}-keys`}>
        {t`Tab leaves the editor. ${modKey()}+Enter runs, F8 puts back the start, ${modKey()}+Z takes that back.`}
        {isCode && (
          <>
            {' '}
            {t`A run is ended after ${runMs / 1000} s, or after ${silenceMs / 1000} s without a sign of life.`}
          </>
        )}
        {!work.keeps.value && <> {t`This browser keeps nothing here: copy your text before you leave.`}</>}
      </p>
      <div class="do">
        <button
          type="button"
          class="is-main"
          aria-disabled={running.value !== undefined}
          onClick={() => void work.run()}
        >
          {t`Run it`}
        </button>
        <button type="button" aria-disabled={running.value === undefined} onClick={() => work.stop()}>
          {t`Stop`}
        </button>
        <button type="button" onClick={reset}>
          {t`Put back the start`}
        </button>
        <Progress work={work} />
      </div>
      <div class="said" id={`${id}-said`} role="status" data-solved={isSolvedNow(work) || undefined}>
        <p>{work.said.value}</p>
        {/* It can be seen below, where a reader of the screen comes later. */}
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

function isSolvedNow({ verdicts, stale }: Work): boolean {
  return verdicts.value !== undefined && !stale.value && isSolved(verdicts.value);
}

/** The key that commands are given with. */
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
          {t`Take the new start`}
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

interface VerdictsProps {
  readonly work: Work;
  readonly titleId: string;
  readonly onGoTo: (line: number) => void;
}

/** Every check, and how it stands. Before the first run it is open with all of them. */
function Verdicts({ work, titleId, onGoTo }: VerdictsProps): VNode {
  const { exercise, problems, verdicts, stale } = work;
  const shown: readonly Verdict[] =
    verdicts.value ?? exercise.checks.map(({ name }) => ({ name, state: 'open' as const }));
  return (
    <>
      <p class="what-holds">
        {stale.value
          ? t`This is how it stood before your last change:`
          : t`What has to hold, with each of ${exercise.seeds.length} seeds:`}
      </p>
      <ul class="verdicts" data-stale={stale.value || undefined}>
        {shown.map(({ name, state, failure }) => (
          <li key={name} data-state={state}>
            <span class="verdict">{stateWords()[state]}</span> {translated(name)}
            {failure && <FailureWords work={work} failure={failure} titleId={titleId} />}
          </li>
        ))}
      </ul>
      {problems.value.length > 0 && (
        <p class="do">
          {problems.value.map(({ line }) => (
            <button type="button" key={line} onClick={() => onGoTo(line)}>
              {t`Go to the line`}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

const stateWords = (): Readonly<Record<Verdict['state'], string>> => ({
  passed: t`Holds:`,
  failed: t`Does not hold:`,
  open: t`Open:`,
});

interface FailureProps {
  readonly work: Work;
  readonly failure: Failure;
  readonly titleId: string;
}

/** Why a check does not hold, and the way to the moment at which it shows. */
function FailureWords({ work, failure, titleId }: FailureProps): VNode {
  const busy = useSignal(false);
  const problem = useSignal('');
  const { says, empty, run } = failure;
  const go = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = '';
    try {
      await visit(await work.momentOf(failure), { href: `#${titleId}`, words: t`Back to the exercise` });
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <div class="failure">
      <p>
        <Words text={says} />
      </p>
      {!empty && (
        <p>
          {t`With seed ${run.seed}.`}{' '}
          <button type="button" class="step-through" aria-disabled={busy.value} onClick={() => void go()}>
            {busy.value ? t`Running…` : t`Step through it`}
          </button>
        </p>
      )}
      {problem.value && <p role="alert">{problem.value}</p>}
    </div>
  );
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
