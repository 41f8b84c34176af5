import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { countedRows } from '../prose/counted.ts';
import type { Player } from './player/player.ts';

/** The story's run and the reader's, where they part, and what is different in the end. */
export function Compare({ player }: { readonly player: Player }): VNode | null {
  const comparison = player.comparison.value;
  if (!comparison) return null;
  const branch = player.branch.value;
  const [story, yours] = [player.original.value, player.fork.value];
  const counted = yours ? countedRows(story, yours) : [];
  const goTo = (): void => player.seek(comparison.parts[branch]);
  return (
    <section class="compare" aria-label={t`Two runs`}>
      <div class="compare-pick" role="group" aria-label={t`Which run is shown`}>
        <button
          type="button"
          aria-pressed={branch === 'original'}
          onClick={() => player.switchBranch('original')}
        >
          {t`The story`}
        </button>
        <button type="button" aria-pressed={branch === 'fork'} onClick={() => player.switchBranch('fork')}>
          {t`Yours`}
        </button>
      </div>
      <div class="compare-words">
        <p>
          {comparison.first}{' '}
          <button type="button" class="scope-link" onClick={goTo}>
            {t`Go to where they part`}
          </button>
        </p>
        <p class="compare-end">{t`In the end:`}</p>
        <ul>
          {comparison.final.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {counted.length > 0 && (
          <table class="compare-counts">
            <thead>
              <tr>
                <td />
                <th scope="col">{t`The story`}</th>
                <th scope="col">{t`Yours`}</th>
              </tr>
            </thead>
            <tbody>
              {counted.map(({ what, story, changed }) => (
                <tr key={what} data-differs={story !== changed || undefined}>
                  <th scope="row">{what}</th>
                  <td>{story}</td>
                  <td>{changed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <button type="button" class="scope-quiet" onClick={() => player.discardFork()}>
        {t`Forget my run`}
      </button>
    </section>
  );
}
