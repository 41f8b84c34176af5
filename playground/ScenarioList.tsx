import { inLanguage } from '../src/i18n/paths.ts';
import { langOf, t, translated } from '../src/i18n/t.ts';
import type { VNode } from 'preact';
import { type Group, playgroundLink } from './catalogue.ts';

interface ScenarioListProps {
  readonly groups: readonly Group[];
  /** Id of the scenario that is shown at first. */
  readonly chosen: string;
}

/**
 * Every story that can be played, with a search. It is drawn when the site is built and stays as it is:
 * `playground-element.ts` brings it to life.
 */
export function ScenarioList({ groups, chosen }: ScenarioListProps): VNode {
  return (
    <nav class="scenario-list" aria-label={t`Scenarios`}>
      <input
        type="search"
        aria-label={t`Search scenarios`}
        placeholder={t`Search scenarios`}
        autocomplete="off"
      />
      {groups.map(({ title, scenarios }) => (
        <section key={title}>
          <h2>{translated(title)}</h2>
          <ul>
            {scenarios.map((one) => (
              <li key={one.id}>
                <a
                  href={playgroundLink(one.id)}
                  data-scenario={one.id}
                  aria-current={one.id === chosen ? 'true' : undefined}
                >
                  <strong lang={langOf(one.title)}>{translated(one.title)}</strong>
                  <span lang={langOf(one.summary)}>{translated(one.summary)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p class="scenario-found" role="status" />
      <p>
        <a href={inLanguage('/runs/')}>{t`All of them in words`}</a>
      </p>
      <p>
        <a href={inLanguage('/playground/scheduler/')}>
          <strong>{t`Where does my pod go?`}</strong>
          <span>{t`Bring nodes and pods of your own, and see where the scheduler puts each pod, and why.`}</span>
        </a>
      </p>
    </nav>
  );
}
