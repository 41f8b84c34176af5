import { langOf, t, translated } from '../../i18n/t.ts';
import { pageLanguage } from '../../i18n/page-language.ts';
import type { VNode } from 'preact';
import { type Signal, useSignal } from '@preact/signals';
import { focusSlider } from './focus.ts';
import { onUse } from '../base/on-use.ts';
import { FollowChip } from './desk/FollowChip.tsx';
import type { Follow } from './desk/follow.ts';
import type { Presented } from './presenter/Presenting.tsx';
import type { Player } from './player/player.ts';

const linking = onUse(async () => {
  const [links] = await Promise.all([import('./link/share-link.ts'), pageLanguage('links')]);
  return links;
});
const noting = onUse(() => import('./link/note-moment.ts'));

interface HeadProps {
  readonly player: Player;
  readonly title: string;
  readonly root: { readonly current: HTMLElement | null };
  /** Whether it follows the text, where there is one. */
  readonly follow: Follow | undefined;
  readonly presented: Signal<Presented>;
}

/** A link to the moment that is shown; undefined where there can be none, which the Scope says. */
async function linkHere(player: Player): Promise<string | undefined> {
  const entry = player.cursor.value;
  const links = await linking.load(player);
  const fragment = await links
    ?.linkToMoment(player.recording.value, entry)
    .catch((error: Error) => void (player.problem.value = error.message));
  return fragment ? location.href.split('#')[0] + fragment : undefined;
}

/** The title, and what a reader does with the run as a whole. */
export function Head({ player, title, root, follow, presented }: HeadProps): VNode {
  const shared = useSignal('');
  const { seed } = player.recording.value;
  const say = (words: string): void => {
    shared.value = words;
    setTimeout(() => (shared.value = ''), 3000);
  };
  const share = async (): Promise<void> => {
    const link = await linkHere(player);
    if (!link) return;
    history.replaceState(history.state, '', link);
    try {
      await navigator.clipboard.writeText(link);
      say(t`Link copied`);
    } catch {
      say(t`The link is in the address bar`);
    }
  };
  const note = async (): Promise<void> => {
    const { at } = player.frame.value;
    const sentence = player.sentence.value;
    const [link, noted] = [await linkHere(player), await noting.load(player)];
    if (link && noted) say(await noted.noteMoment(at, sentence, link));
  };
  const fullScreen = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void root.current?.requestFullscreen();
  };
  return (
    <div class="scope-head">
      <p class="scope-title" lang={langOf(title)}>
        {translated(title)}
      </p>
      {follow && <FollowChip follow={follow} />}
      <div class="scope-tools">
        <span class="scope-said" role="status">
          {player.busy.value ? t`Running…` : shared.value}
        </span>
        <label
          class="scope-seed"
          title={t`Another seed gives other names, and another order where chance decides it`}
        >
          {t`seed`}
          <input
            type="number"
            min="0"
            max="999999"
            value={seed}
            disabled={!player.canRunAgain}
            onChange={(event) =>
              void player.reseed(Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)))
            }
          />
        </label>
        <Tool words={t`Link to this moment`} icon={icons.link} onPress={() => void share()} />
        {follow && <Tool words={t`Note this moment`} icon={icons.note} onPress={() => void note()} />}
        {follow && (
          <Tool words={t`Present`} icon={icons.present} onPress={() => (presented.value = 'presenter')} />
        )}
        <Tool words={t`Full screen`} icon={icons.full} onPress={fullScreen} more="is-full" />
      </div>
    </div>
  );
}

const icons = {
  link: 'M6.5 9.5l3-3M7 4.5l1.4-1.4a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.4 1.4a3 3 0 0 1-4.5-4.5L4.5 7',
  note: 'M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.5 4.3l2.2 2.2',
  present: 'M1.5 2.5h13M2.5 2.5v8h11v-8M8 10.5v2M8 11l-3 3M8 11l3 3',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
};

interface ToolProps {
  readonly words: string;
  readonly icon: string;
  readonly onPress: () => void;
  readonly more?: string;
}

/** A sign where there is little room, its words elsewhere. */
function Tool({ words, icon, onPress, more = '' }: ToolProps): VNode {
  return (
    <button type="button" class={`scope-quiet scope-tool ${more}`} title={words} onClick={onPress}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={icon} />
      </svg>
      <span>{words}</span>
    </button>
  );
}

/** What went wrong: with the link that led here, with what the reader asked for, with the run. */
export function Notices({
  player,
  notice,
}: {
  readonly player: Player;
  readonly notice: string | undefined;
}): VNode {
  const closed = useSignal(false);
  const { outcome } = player.recording.value;
  const ended =
    outcome.ended === 'limit' || outcome.ended === 'failed'
      ? t`This run was ended: ${translated(outcome.message ?? '')}`
      : undefined;
  const linked = closed.value ? undefined : notice;
  const close = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    // The button goes; what moves the run stays.
    focusSlider(currentTarget.closest('.scope'));
    player.problem.value = undefined;
    closed.value = true;
  };
  return (
    <div role="alert" class="scope-notices">
      {[linked, player.problem.value].filter(Boolean).map((words) => (
        <p key={words}>
          {translated(words ?? '')}
          <button type="button" class="scope-quiet" onClick={close}>
            {t`Close`}
          </button>
        </p>
      ))}
      {ended && <p>{ended}</p>}
    </div>
  );
}
