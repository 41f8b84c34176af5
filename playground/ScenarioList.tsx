import type { TargetedEvent, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { type Listed, matching, readSeed } from './catalogue.ts';

interface ScenarioListProps {
  readonly all: readonly Listed[];
  readonly chosen: string;
  readonly seed: number;
  readonly onChoose: (id: string) => void;
  readonly onSeed: (seed: number) => void;
}

/** Every story that can be played, with a search, and the seed of the chosen one. */
export function ScenarioList({ all, chosen, seed, onChoose, onSeed }: ScenarioListProps): VNode {
  const id = useId();
  const query = useSignal('');
  const found = matching(all, query.value);
  return (
    <section class="scenario-list" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Scenarios</h2>
      <input
        type="search"
        aria-label="Search scenarios"
        placeholder="Search"
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <ul>
        {found.map((one) => (
          <li key={one.id}>
            <button type="button" aria-pressed={one.id === chosen} onClick={() => onChoose(one.id)}>
              <strong>{one.title}</strong>
              <span>{one.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" class={found.length > 0 ? 'visually-hidden' : 'playground-note'}>
        {found.length > 0
          ? `${found.length} of ${all.length} scenarios`
          : `No scenario has "${query.value.trim()}". Try a shorter word, such as "pod".`}
      </p>
      <SeedForm key={`${chosen} ${seed}`} seed={seed} onSeed={onSeed} />
    </section>
  );
}

/** Another seed gives other names, other choices where chance decides, and another order of equal things. */
function SeedForm({
  seed,
  onSeed,
}: {
  readonly seed: number;
  readonly onSeed: (seed: number) => void;
}): VNode {
  const id = useId();
  const problem = useSignal<string | undefined>(undefined);
  const send = (event: TargetedEvent<HTMLFormElement, SubmitEvent>): void => {
    event.preventDefault();
    const [read, wrong] = readSeed(String(new FormData(event.currentTarget).get('seed') ?? ''));
    problem.value = wrong;
    if (read !== undefined) onSeed(read);
  };
  return (
    <form class="seed-form" onSubmit={send} noValidate>
      <label for={id}>Seed</label>
      <input
        id={id}
        name="seed"
        inputMode="numeric"
        size={10}
        autocomplete="off"
        defaultValue={String(seed)}
        aria-invalid={problem.value ? true : undefined}
        aria-describedby={problem.value ? `${id}-problem` : undefined}
      />
      <button type="submit">Run</button>
      {problem.value && (
        <p id={`${id}-problem`} role="alert" class="playground-error">
          {problem.value}
        </p>
      )}
    </form>
  );
}
