import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { pageLanguage } from '../../i18n/page-language.ts';
import { t } from '../../i18n/t.ts';
import type { Edits } from '../../instrument/edit-place.ts';
import type { Result } from '../../runtime/go/result.ts';
import type { BadLink } from '../base/bad-link.ts';
import { unpackEdits } from './link/edited-link.ts';
import type { EditedPart } from './link/edited-part.ts';
import { focusSlider } from './focus.ts';
import { useUniqueId } from '../base/ids.ts';
import type { Player } from './player/player.ts';
import type { SharedMoment } from './link/share-link.ts';

/** Asks whether the edits of a link, or those that ran here before, are to be run; an error where they cannot be. */
export async function askFor(
  player: Player,
  moment: SharedMoment,
  ranHere = false,
): Promise<Result<VNode, BadLink>> {
  await pageLanguage('links');
  const [found, problem] = await unpackEdits(moment.packed ?? '');
  if (problem) return [undefined, problem];
  const { edits, parts } = found;
  const asks = <EditsAsked player={player} moment={moment} edits={edits} parts={parts} ranHere={ranHere} />;
  return [asks, undefined];
}

interface EditsAskedProps {
  readonly player: Player;
  readonly moment: SharedMoment;
  readonly edits: Edits;
  readonly parts: readonly EditedPart[];
  readonly ranHere: boolean;
}

/** The edits of a link, to be looked at before they run. What puts it into the page gives it the focus: it is a question. */
export function EditsAsked({ player, moment, edits, parts, ranHere }: EditsAskedProps): VNode | null {
  const id = useUniqueId();
  const answered = useSignal(false);
  if (answered.value) return null;
  const answer = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    // The buttons go; what moves the run stays.
    focusSlider(currentTarget.closest('.scope'));
    answered.value = true;
  };
  return (
    <div class="edits-asked" role="group" aria-label={t`Edited code`} aria-describedby={id} tabIndex={-1}>
      <p id={id}>
        {ranHere
          ? t`This is the code of that run. It can be looked at, and run once more.`
          : t`This link brings code that another reader has edited. It would run in a worker that reaches neither this page nor the network.`}
      </p>
      <details>
        <summary>{t`Look at it first`}</summary>
        {parts.map(({ file, from, lines }) => (
          <figure key={file}>
            <figcaption>{`${file}:${from}`}</figcaption>
            <pre tabIndex={0}>{lines.join('\n')}</pre>
          </figure>
        ))}
      </details>
      <p class="edits-answers">
        <button
          type="button"
          class="scope-quiet"
          onClick={(event) => {
            answer(event);
            void player.showFork({ acts: moment.acts, edits, changed: moment.changed }, moment.entry);
          }}
        >
          {t`Run it`}
        </button>
        <button type="button" class="scope-quiet" onClick={answer}>
          {t`Leave it`}
        </button>
      </p>
    </div>
  );
}
