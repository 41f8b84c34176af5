import { t, translated } from '../src/i18n/t.ts';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import { takenActs } from '../src/components/scope/acts/taken.ts';
import { useUniqueId } from '../src/components/base/ids.ts';
import type { Player } from '../src/components/scope/player/player.ts';
import { actLabel } from '../src/recording/act-words.ts';
import { countOf, durationWords, listed } from '../src/recording/words.ts';
import { onUse } from '../src/components/base/on-use.ts';
import {
  type RefusedManifest,
  mostCharacters,
  refused,
  tooLong,
} from '../src/components/manifests/manifest.ts';
import { actsApplying } from '../src/recording/applying.ts';
import { readApart } from '../src/components/manifests/read-apart.ts';
import type { YamlProblem } from '../src/components/manifests/yaml-documents.ts';
import { keepOut } from '../src/components/base/text-limit.ts';

const manifests = onUse(() => import('./samples.ts'));

interface YamlBoxProps {
  readonly player: Player;
}

/** What became of the last manifest. */
type Outcome =
  | (RefusedManifest & { readonly kind: 'problems' })
  | { readonly kind: 'applied'; readonly taken: readonly string[]; readonly refused: readonly string[] };

/**
 * YAML, applied to the store at the step that is shown, as `kubectl apply` would. What reads it is fetched when something is
 * applied. Ctrl or Cmd and Enter apply.
 */
export function YamlBox({ player }: YamlBoxProps): VNode {
  const id = useUniqueId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { outcome, busy, apply } = useApplying(player, area);
  const samples = manifests.value?.samples ?? [];
  const fill = (title: string): void => {
    const sample = samples.find((one) => one.title === title);
    if (sample && area.current) area.current.value = sample.text;
    outcome.value = undefined;
  };
  return (
    <details class="yaml-box" onToggle={() => void manifests.load(player)}>
      <summary>{t`Apply YAML`}</summary>
      <div class="yaml-box-body">
        <select aria-label={t`Sample manifest`} onChange={(event) => fill(event.currentTarget.value)}>
          <option value="">{t`a sample…`}</option>
          {samples.map(({ title }) => (
            <option value={title} key={title}>
              {translated(title)}
            </option>
          ))}
        </select>
        <textarea
          ref={area}
          rows={10}
          spellcheck={false}
          autocapitalize="off"
          aria-label={t`Manifest`}
          aria-describedby={`${id}-outcome`}
          aria-invalid={outcome.value?.kind === 'problems'}
          onBeforeInput={keepOut(mostCharacters, (characters) => {
            outcome.value = { kind: 'problems', ...refused(tooLong(characters) ?? '') };
          })}
          placeholder={'apiVersion: apps/v1\nkind: ReplicaSet\n…'}
          onKeyDown={(event) => {
            // Keys typed here are text, not steps.
            event.stopPropagation();
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void apply();
          }}
        />
        <button
          type="button"
          class="playground-do"
          onClick={() => void apply()}
          disabled={!player.canRunAgain}
        >
          {busy.value ? t`Applying…` : t`Apply at ${durationWords(player.frame.value.at)}`}
        </button>
        <div id={`${id}-outcome`} role="status">
          {outcome.value && (
            <Told outcome={outcome.value} onGoTo={(problem) => selectLine(area.current, problem)} />
          )}
        </div>
      </div>
    </details>
  );
}

interface Applying {
  readonly outcome: Signal<Outcome | undefined>;
  readonly busy: Signal<boolean>;
  apply(): Promise<void>;
}

/** Applies the text of a field, one manifest after another. */
function useApplying(player: Player, area: { readonly current: HTMLTextAreaElement | null }): Applying {
  const outcome = useSignal<Outcome | undefined>(undefined);
  const busy = useSignal(false);
  /** The last text that was asked to be applied. */
  const asked = useRef('');
  const apply = async (): Promise<void> => {
    asked.current = area.current?.value ?? '';
    if (busy.value) return;
    busy.value = true;
    try {
      // If it is asked again while a text is read, another text comes next, and the same text is applied once.
      let text: string;
      do {
        text = asked.current;
        outcome.value = await applyText(player, text);
      } while (text !== asked.current);
    } finally {
      busy.value = false;
    }
  };
  return { outcome, busy, apply };
}

/** Selects in a field the rest of the line in which a problem is, from its column on. */
function selectLine(area: HTMLTextAreaElement | null, { line, column }: YamlProblem): void {
  if (!area) return;
  const at = offsetOf(area.value, line, column);
  area.focus();
  area.setSelectionRange(at, Math.max(at, endOfLine(area.value, at)));
}

/** Reads a manifest and acts on it; gives what the API server said to each object. */
async function applyText(player: Player, text: string): Promise<Outcome> {
  const manifest = await readApart(text);
  if (manifest.problems) return { kind: 'problems', ...manifest };
  const acts = await actsApplying(manifest.objects);
  const before = player.recording.value;
  const { step } = player.frame.value;
  await player.act(...acts);
  const after = player.recording.value;
  const taken: string[] = [];
  const refused: string[] = [];
  const here =
    after === before ? [] : takenActs(after).filter(({ place }) => after.acts[place]?.step === step);
  for (const { act, error } of here.slice(-acts.length)) {
    if (error === undefined) taken.push(actLabel(act));
    else refused.push(t`${actLabel(act)}: ${translated(error)}`);
  }
  return { kind: 'applied', taken, refused };
}

function Told({
  outcome,
  onGoTo,
}: {
  readonly outcome: Outcome;
  readonly onGoTo: (problem: YamlProblem) => void;
}): VNode {
  if (outcome.kind === 'problems') {
    return (
      <>
        <p>{t`Nothing was applied.`}</p>
        <ul class="playground-problems">
          {outcome.problems.map((problem, at) => (
            <li key={at}>
              <button type="button" onClick={() => onGoTo(problem)}>
                {t`line ${problem.line}, column ${problem.column}`}
              </button>{' '}
              {problem.message}
            </li>
          ))}
          {outcome.moreProblems > 0 && <li>{t`and ${outcome.moreProblems} more like these`}</li>}
        </ul>
      </>
    );
  }
  const { taken, refused } = outcome;
  return (
    <>
      {taken.length > 0 && (
        <p>{t`The API server took ${countOf(taken.length, 'object')}: ${listed(taken)}.`}</p>
      )}
      {taken.length + refused.length === 0 && (
        <p>{t`The run could not be made again; the Scope says what went wrong.`}</p>
      )}
      {refused.length > 0 && (
        <>
          <p>{t`The API server refused ${countOf(refused.length, 'object')}:`}</p>
          <ul class="playground-problems">
            {refused.map((message, at) => (
              <li key={at}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Where a line and a column, both from 1, are in a text. */
function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return Math.min(text.length, at + column - 1);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
