import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { t, translated } from '../../i18n/t.ts';
import { visit } from '../scope/scope-element.ts';
import type { CheckResult, Failure } from './judge.ts';
import { Words } from '../base/Words.tsx';
import type { Work } from './work.ts';

interface VerdictsProps {
  readonly work: Work;
  readonly titleId: string;
  readonly onGoTo: (line: number) => void;
}

/** Every check with its state. Before the first run all of them are open. */
export function Verdicts({ work, titleId, onGoTo }: VerdictsProps): VNode {
  const { exercise, problems, verdicts, stale } = work;
  const shown: readonly CheckResult[] =
    verdicts.value ?? exercise.checks.map(({ name }) => ({ name, state: 'open' as const }));
  return (
    <>
      <p class="what-holds">
        {stale.value
          ? t`This is from before your last change:`
          : t`What has to hold, with each of ${exercise.seeds.length} seeds:`}
      </p>
      <ul class="verdicts" data-stale={stale.value || undefined}>
        {shown.map(({ name, state, failure }) => (
          <li key={name} data-state={state}>
            <span class="verdict">{stateWords()[state]}</span> <Words text={translated(name)} />
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

const stateWords = (): Readonly<Record<CheckResult['state'], string>> => ({
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
