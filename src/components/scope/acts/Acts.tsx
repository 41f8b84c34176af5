import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Act } from '../../../runtime/stage/acts.ts';
import { useUniqueId } from '../../base/ids.ts';
import { onUse } from '../../base/on-use.ts';
import type { Player } from '../player/player.ts';
import { offersOf } from '../../../recording/subjects.ts';
import { subjectOffers } from './offer.ts';
import { takeBack } from './taken.ts';

const form = onUse(() => import('./ActForm.tsx'));
const takenList = onUse(() => import('./TakenActs.tsx'));

interface ActsProps {
  readonly player: Player;
  /** Ids of what is offered; what fits a ReplicaSet if left out. */
  readonly offers?: readonly string[];
}

/**
 * "What if…": the reader changes the world at the present step, and the run goes on from there. One form is open
 * at a time, below the row of buttons; Escape closes it.
 */
export function Acts({ player, offers }: ActsProps): VNode {
  const id = useUniqueId();
  const open = useSignal<string | undefined>(undefined);
  const menu = useRef<HTMLDivElement>(null);
  const ActForm = form.value?.ActForm;
  const { subjects, acts } = player.recording.value;
  const TakenActs = takenList.value?.TakenActs;
  const acted = acts.length > 0;
  useEffect(() => void (acted && takenList.load(player)), [acted]);
  const all = ['stage', ...subjects];
  const offer = subjectOffers
    .of(all)
    .flatMap((part) => part.offers)
    .find(({ id }) => id === open.value);

  const close = (): void => {
    menu.current?.querySelector<HTMLElement>(`[data-offer="${open.value}"]`)?.focus();
    open.value = undefined;
  };
  const fetched = async (): Promise<boolean> =>
    (await subjectOffers.load(all, player)) && (await form.load(player)) !== undefined;
  const choose = async (offer: string): Promise<void> => {
    if (open.value !== offer && !(await fetched())) return;
    open.value = open.value === offer ? undefined : offer;
  };
  const take = (act: Act): void => {
    close();
    void player.act(act);
  };
  const onTakeBack = (place: number): void => {
    // Its button goes with it; the focus stays among the acts.
    menu.current?.querySelector('button')?.focus();
    void takeBack(player, place);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || open.value === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  return (
    <div class="acts" role="group" aria-labelledby={`${id}-title`} onKeyDown={onKeyDown}>
      <p class="acts-title" id={`${id}-title`}>
        {t`What if you…`}
      </p>
      <div class="acts-menu" ref={menu}>
        {offersOf(subjects, offers).map((one) => (
          <button
            type="button"
            key={one.id}
            data-offer={one.id}
            disabled={!player.canRunAgain}
            aria-expanded={one.id === open.value}
            aria-controls={one.id === open.value ? `${id}-form` : undefined}
            onClick={() => void choose(one.id)}
          >
            {translated(one.title)}
          </button>
        ))}
      </div>
      {offer && ActForm && (
        <div class="acts-form" id={`${id}-form`}>
          <ActForm key={offer.id} offer={offer} now={player.frame.value} onTake={take} onCancel={close} />
        </div>
      )}
      {acted && TakenActs && <TakenActs player={player} onTakeBack={onTakeBack} />}
    </div>
  );
}
