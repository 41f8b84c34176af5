import { t, translated } from '../../../i18n/t.ts';
import type { TargetedEvent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { durationWords } from '../../../recording/words.ts';
import type { Act } from '../../../runtime/stage/acts.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import { useUniqueId } from '../../base/ids.ts';
import type { Field, FieldProblem, Values } from './fields.ts';
import type { Offer } from './offer.ts';

interface ActFormProps {
  readonly offer: Offer;
  /** The present step. */
  readonly now: Entry;
  readonly onTake: (act: Act) => void;
  readonly onCancel: () => void;
}

/** The small form of one act. Answers are checked when it is sent; what is wrong stands beside its field. */
export function ActForm({ offer, now, onTake, onCancel }: ActFormProps): VNode {
  const fields = offer.fields(now.world);
  const form = useRef<HTMLFormElement>(null);
  const problems = useSignal<readonly FieldProblem[]>([]);

  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), []);

  const send = (event: TargetedEvent<HTMLFormElement, SubmitEvent>): void => {
    event.preventDefault();
    const values: Values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    const result = offer.build(values);
    if (!isProblems(result)) return onTake(result);
    problems.value = result;
    const [first] = result;
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
  };

  const about = <p>{translated(offer.about)}</p>;
  if (typeof fields === 'string') {
    return (
      <>
        {about}
        <p class="acts-note">{fields}</p>
      </>
    );
  }
  return (
    <>
      {about}
      <form ref={form} onSubmit={send} noValidate>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            problem={problems.value.find((one) => one.field === field.name)}
          />
        ))}
        <div class="acts-buttons">
          <button type="submit" class="acts-do">
            {t`Do it at ${durationWords(now.at)}`}
          </button>
          <button type="button" onClick={onCancel}>
            {t`Cancel`}
          </button>
        </div>
      </form>
    </>
  );
}

function isProblems(result: Act | readonly FieldProblem[]): result is readonly FieldProblem[] {
  return Array.isArray(result);
}

function FieldInput({
  field,
  problem,
}: {
  readonly field: Field;
  readonly problem: FieldProblem | undefined;
}): VNode {
  const id = useUniqueId();
  const hint = field.kind === 'text' ? field.hint : undefined;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  const common = {
    id,
    name: field.name,
    'aria-describedby': described,
    'aria-invalid': problem ? true : undefined,
  } as const;
  return (
    <div class="acts-field">
      <label for={id}>{field.label}</label>
      {field.kind === 'choice' ? (
        <select {...common}>
          {field.options.map((option) => (
            <option value={option.value} key={option.value} selected={option.value === field.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : field.kind === 'number' && field.slides ? (
        <Slider {...common} field={field} />
      ) : (
        <span class="acts-input">
          <input
            {...common}
            type="text"
            inputMode={field.kind === 'number' ? 'numeric' : 'text'}
            size={field.kind === 'number' ? 7 : 24}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            defaultValue={field.value}
          />
          {field.kind === 'number' && field.unit && <span class="acts-note">{field.unit}</span>}
        </span>
      )}
      {hint && (
        <p class="acts-note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="acts-error" id={`${id}-problem`} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}

/** A number to drag, with what it is now beside it. */
function Slider({
  field,
  ...common
}: {
  readonly id: string;
  readonly name: string;
  readonly field: Extract<Field, { kind: 'number' }>;
}): VNode {
  const value = useSignal(field.value);
  return (
    <span class="acts-input">
      <input
        {...common}
        type="range"
        min={field.least}
        max={field.most}
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
      <output for={common.id}>{value.value}</output>
    </span>
  );
}
