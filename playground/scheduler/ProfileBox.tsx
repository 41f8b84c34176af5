import type { VNode } from 'preact';
import { t, translated } from '../../src/i18n/t.ts';
import { keepOut } from '../../src/components/base/text-limit.ts';
import { useUniqueId } from '../../src/components/base/ids.ts';
import { goToLine, useTypedText } from './typed-text.ts';
import {
  type Profile,
  configurationOf,
  filterSwitches,
  isDefault,
  mostOfSetup,
  scoreSwitches,
  tooLongSetup,
  weightIn,
} from './profile.ts';
import type { SchedulerModel } from './scheduler-model.ts';

/** More would not be told from one another in a sum. */
const mostWeight = 1_000_000;

/** How the scheduler is set up: by switches, or by a configuration as kube-scheduler reads it; and the seed of its draws. */
export function ProfileBox({ model }: { readonly model: SchedulerModel }): VNode {
  const { profile, seed } = model.input.value;
  return (
    <details class="lab-part lab-profile" open={!isDefault(profile)}>
      <summary>{t`The profile`}</summary>
      {profile.configuration === undefined ? <Switches model={model} /> : <Configuration model={model} />}
      <div class="lab-seed">
        <label class="lab-weight">
          <input
            type="number"
            min={1}
            value={seed}
            onChange={({ currentTarget }) => {
              const next = Math.max(1, Math.trunc(Number(currentTarget.value) || 1));
              currentTarget.value = String(next);
              void model.set({ seed: next });
            }}
          />
          {t`seed of the draw among equal nodes`}
        </label>
      </div>
    </details>
  );
}

/** How long nothing has to be typed until it is decided, in ms. */
const pauseMs = 600;

/** The configuration as text, and what is wrong with it. */
function Configuration({ model }: { readonly model: SchedulerModel }): VNode {
  const id = useUniqueId();
  const problems = model.setupProblems.value;
  const { configuration = '' } = model.input.value.profile;
  const { area, shown, take, forget } = useTypedText(
    configuration,
    (text) => void model.set({ profile: { ...model.input.value.profile, configuration: text } }),
  );
  return (
    <>
      <textarea
        ref={area}
        rows={16}
        spellcheck={false}
        autocapitalize="off"
        wrap="off"
        aria-label={t`KubeSchedulerConfiguration, as YAML`}
        aria-describedby={`${id}-how`}
        aria-invalid={problems.length > 0}
        onBeforeInput={keepOut(mostOfSetup, (characters) => {
          model.setupProblems.value = [{ line: 1, message: tooLongSetup(characters) }];
        })}
        value={shown}
        onInput={() => take(pauseMs)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          take(0);
        }}
      />
      <p class="lab-how" id={`${id}-how`}>
        {t`As kube-scheduler v1.20.2 reads it with --config: kubescheduler.config.k8s.io/v1beta1. Election, addresses and the like are checked, and without effect here.`}
      </p>
      <div role="status">
        {problems.length > 0 && (
          <ul class="lab-problems">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <button type="button" class="lab-place" onClick={() => goToLine(area.current, line)}>
                  {t`line ${line}`}
                </button>
                {': '}
                {translated(message)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p class="lab-answers">
        <button
          type="button"
          onClick={() => {
            forget();
            const { configuration: _text, ...switches } = model.input.value.profile;
            void model.set({ profile: switches });
          }}
        >
          {t`Back to the switches`}
        </button>
      </p>
    </>
  );
}

/** The plugins of the profile, to be switched and weighed. */
function Switches({ model }: { readonly model: SchedulerModel }): VNode {
  const { profile } = model.input.value;
  const set = (part: Partial<Profile>): void => void model.set({ profile: { ...profile, ...part } });
  const off = new Set(profile.withoutFilters);
  const toggle = (name: string): void =>
    set({
      withoutFilters: off.has(name)
        ? profile.withoutFilters.filter((one) => one !== name)
        : [...profile.withoutFilters, name],
    });
  return (
    <>
      <p class="lab-answers">
        <button
          type="button"
          onClick={() => void model.set({ profile: { ...profile, configuration: configurationOf(profile) } })}
        >
          {t`Write or paste a configuration instead`}
        </button>
      </p>
      <fieldset>
        <legend>{t`Filters: which nodes can run a pod`}</legend>
        {filterSwitches.map(({ name }) => (
          <label key={name}>
            <input type="checkbox" checked={!off.has(name)} onChange={() => toggle(name)} />
            <code>{name}</code>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t`Scores: what each counts in the sum, 0 for not at all`}</legend>
        {scoreSwitches.map((one) => (
          <label key={one.name} class="lab-weight">
            <WholeNumber
              most={mostWeight}
              value={weightIn(profile, one)}
              onSet={(weight) => set({ weights: { ...profile.weights, [one.name]: weight } })}
            />
            <code>{one.name}</code>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t`Besides`}</legend>
        <label>
          <input
            type="checkbox"
            checked={profile.preemption}
            onChange={({ currentTarget }) => set({ preemption: currentTarget.checked })}
          />
          {t`Others may have to go for a pod that fits nowhere (DefaultPreemption)`}
        </label>
        <label class="lab-weight">
          <WholeNumber
            most={100}
            value={profile.percentageOfNodesToScore}
            onSet={(percentageOfNodesToScore) => set({ percentageOfNodesToScore })}
          />
          {t`percent of the nodes are enough to find; 0 leaves it to the size of the cluster`}
        </label>
      </fieldset>
    </>
  );
}

interface WholeNumberProps {
  readonly value: number;
  readonly most: number;
  readonly onSet: (value: number) => void;
}

/** A field for a whole number from 0; what is typed is brought into its range. */
function WholeNumber({ value, most, onSet }: WholeNumberProps): VNode {
  return (
    <input
      type="number"
      min={0}
      max={most}
      value={value}
      onChange={({ currentTarget }) => {
        const typed = Math.min(most, Math.max(0, Math.trunc(Number(currentTarget.value) || 0)));
        currentTarget.value = String(typed);
        onSet(typed);
      }}
    />
  );
}
