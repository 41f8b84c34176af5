import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { keepOut } from '../../src/components/base/text-limit.ts';
import { useUniqueId } from '../../src/components/base/ids.ts';
import { t, translated } from '../../src/i18n/t.ts';
import type { ObjectResult } from './answers.ts';
import { mostTyped } from './cluster.ts';
import type { Field, FieldName } from './object-fields.ts';
import type { Picked, SchedulerModel } from './scheduler-model.ts';

interface ObjectFormProps {
  readonly model: SchedulerModel;
  readonly picked: Picked;
  readonly object: ObjectResult;
}

function labelOf(name: FieldName, kind: Picked['kind']): string {
  switch (name) {
    case 'cpu':
      return kind === 'Pod' ? t`cpu that its first container asks for` : t`cpu that it has`;
    case 'memory':
      return kind === 'Pod' ? t`memory that its first container asks for` : t`memory that it has`;
    case 'pods':
      return t`pods that may run on it`;
    case 'labels':
      return t`labels`;
    case 'nodeSelector':
      return t`labels that a node must have`;
    case 'tolerations':
      return t`taints that it tolerates`;
    case 'taints':
      return t`taints`;
    case 'priority':
      return t`priority, or its class`;
    case 'unschedulable':
      return t`closed for new pods`;
    default:
      return name satisfies never;
  }
}

const examples: Readonly<Partial<Record<FieldName, string>>> = {
  labels: 'app=web, tier=front',
  nodeSelector: 'disk=ssd',
  tolerations: 'hardware=gpu:NoSchedule',
  taints: 'hardware=gpu:NoSchedule',
};

/** The lines of an object that are changed most, and all of it as YAML. What is set is decided at once. */
export function ObjectForm({ model, picked, object }: ObjectFormProps): VNode {
  const id = useUniqueId();
  const area = useRef<HTMLTextAreaElement>(null);
  const wrong = useSignal<string | undefined>(undefined);
  const { kind, key } = picked;
  const changed = model.input.value.changes.some((one) => one.kind === kind && one.key === key);
  const edit = async (name: FieldName, value: string): Promise<void> => {
    try {
      await model.edit(picked, name, value);
      wrong.value = undefined;
    } catch (error) {
      wrong.value = translated(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form class="lab-form" onSubmit={(event) => event.preventDefault()}>
      <div class="lab-fields">
        {object.fields.map((field) => (
          <FieldLine
            key={field.name}
            field={field}
            kind={kind}
            describedBy={`${id}-wrong`}
            onEdit={(value) => void edit(field.name, value)}
          />
        ))}
      </div>
      <p id={`${id}-wrong`} class="lab-wrong" role="alert">
        {wrong.value}
      </p>
      <details>
        <summary>{t`All of it, with affinity and what else the scheduler reads`}</summary>
        <textarea
          ref={area}
          key={object.text}
          rows={16}
          spellcheck={false}
          autocapitalize="off"
          wrap="off"
          aria-label={t`${kind} ${key} as YAML`}
          onBeforeInput={keepOut(mostTyped, (characters) => {
            wrong.value = t`expected at most ${mostTyped} characters, found ${characters}. Leave out what the scheduler does not read.`;
          })}
          defaultValue={object.text}
        />
        <button
          type="button"
          class="lab-do"
          onClick={() => void model.change({ kind, key, text: area.current?.value ?? object.text })}
        >
          {t`Set it`}
        </button>
      </details>
      <p class="lab-answers">
        <button type="button" onClick={() => void model.change({ kind, key, text: null })}>
          {kind === 'Pod' ? t`Take the pod away` : t`Take the node away`}
        </button>
        {changed && (
          <button type="button" onClick={() => void model.undo(picked)}>
            {t`Undo what I changed of it`}
          </button>
        )}
      </p>
    </form>
  );
}

interface FieldLineProps {
  readonly field: Field;
  readonly kind: Picked['kind'];
  /** Id of the text that says what is wrong. */
  readonly describedBy: string;
  readonly onEdit: (value: string) => void;
}

function FieldLine({ field: { name, value }, kind, describedBy, onEdit }: FieldLineProps): VNode {
  if (name === 'unschedulable')
    return (
      <label class="lab-check">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={({ currentTarget }) => onEdit(String(currentTarget.checked))}
        />
        {labelOf(name, kind)}
      </label>
    );
  return (
    <label>
      {labelOf(name, kind)}
      <input
        type="text"
        value={value}
        placeholder={examples[name]}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      />
    </label>
  );
}
