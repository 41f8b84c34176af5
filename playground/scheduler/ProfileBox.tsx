import type { VNode } from 'preact';
import { t } from '../../src/i18n/t.ts';
import { type Profile, filterSwitches, isDefault, scoreSwitches, weightIn } from './profile.ts';
import type { SchedulerModel } from './scheduler-model.ts';

/** More would not be told from one another in a sum. */
const mostWeight = 1_000_000;

/** The plugins of the profile, to be switched and weighed. */
export function ProfileBox({ model }: { readonly model: SchedulerModel }): VNode {
  const { profile, seed } = model.input.value;
  const set = (part: Partial<Profile>): void => void model.set({ profile: { ...profile, ...part } });
  const off = new Set(profile.withoutFilters);
  const toggle = (name: string): void =>
    set({
      withoutFilters: off.has(name)
        ? profile.withoutFilters.filter((one) => one !== name)
        : [...profile.withoutFilters, name],
    });
  return (
    <details class="sched-part sched-profile" open={!isDefault(profile)}>
      <summary>{t`The profile`}</summary>
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
          <label key={one.name} class="sched-weight">
            <input
              type="number"
              min={0}
              max={mostWeight}
              value={weightIn(profile, one)}
              onChange={({ currentTarget }) => {
                const weight = Math.min(
                  mostWeight,
                  Math.max(0, Math.trunc(Number(currentTarget.value) || 0)),
                );
                currentTarget.value = String(weight);
                set({ weights: { ...profile.weights, [one.name]: weight } });
              }}
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
        <label class="sched-weight">
          <input
            type="number"
            min={0}
            max={100}
            value={profile.percentageOfNodesToScore}
            onChange={({ currentTarget }) => {
              const percent = Math.min(100, Math.max(0, Math.trunc(Number(currentTarget.value) || 0)));
              currentTarget.value = String(percent);
              set({ percentageOfNodesToScore: percent });
            }}
          />
          {t`percent of the nodes are enough to find; 0 leaves it to the size of the cluster`}
        </label>
        <label class="sched-weight">
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
      </fieldset>
    </details>
  );
}
