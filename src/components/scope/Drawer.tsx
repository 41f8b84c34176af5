import { t } from '../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CodeFile } from '../code/source.ts';
import { useUniqueId } from '../base/ids.ts';
import { onUse } from '../base/on-use.ts';
import { Tabs } from '../base/Tabs.tsx';
import { transcript } from './FoldedTranscript.tsx';
import { acts, Code } from './ScopeSides.tsx';
import { InSight, watchSight } from './player/InSight.tsx';
import type { Player } from './player/player.ts';
import { exchanges } from './WhoAsked.tsx';

const numbers = onUse(async () => (await import('./numbers/load-numbers.ts')).loadNumbers());
const panes = onUse(() => import('./panes/Panes.tsx'));

interface DrawerProps {
  readonly player: Player;
  readonly files: readonly CodeFile[];
  /** Ids of what the reader can do. */
  readonly offers: readonly string[] | undefined;
  /** False while the Scope is drawn in parts, of which this is one of the last. */
  readonly ready: boolean;
  /** Stands beside what the reader does: both runs, where there are two. */
  readonly children?: ComponentChildren;
}

/** All that there is beside the picture, one thing at a time: code, what the reader can do and change, the run in words, the panes. */
export function Drawer({ player, files, offers, ready, children }: DrawerProps): VNode {
  const id = useUniqueId();
  const box = useRef<HTMLDivElement>(null);
  const recording = player.recording.value;
  const hadNumbers = useOnce(recording.numbers !== undefined);
  useLoaded(player, box);
  const part = ready ? panes.value : undefined;
  const shown = part?.panesShown(recording) ?? [];
  const own = [
    { id: 'code', title: t`Code` },
    ...(player.canRunAgain ? [{ id: 'acts', title: t`What if you…` }] : []),
    ...(hadNumbers ? [{ id: 'numbers', title: t`Change a number` }] : []),
    { id: 'words', title: t`The run in words` },
    { id: 'asked', title: t`Who asked whom` },
  ];
  const tabs = [...own, ...shown.map((pane) => part!.tabOf(pane, player.view.value))];
  const chosen = tabs.find((tab) => tab.id === player.openPane.value)?.id;
  // Where a story shows no code, its words stand in that place.
  const open = chosen ?? (files.length > 0 ? 'code' : 'words');
  const pane = shown.find((one) => one.id === open);
  const fork = player.fork.value;
  // Where there are two runs, they are compared, beside what made the second; a run of other code shows that code.
  useEffect(() => {
    if (fork && open !== 'numbers')
      player.openPane.value = fork.edits ? 'code' : fork.acts.length > 0 ? 'acts' : 'numbers';
  }, [fork]);
  const [Acts, Transcript] = [acts.value?.Acts, transcript.value?.Transcript];
  const [Exchanges, Numbers] = [exchanges.value?.Exchanges, numbers.value?.Numbers];
  const coming = { acts, numbers, words: transcript, asked: exchanges }[open];
  useEffect(() => void coming?.load(player), [coming]);
  return (
    <div class="scope-drawer" ref={box}>
      <Tabs
        key={String(hadNumbers)}
        class="pane-tabs"
        label={t`Beside the picture`}
        id={`${id}-tab`}
        panel={`${id}-panel`}
        tabs={tabs}
        open={open}
        onOpen={(to) => (player.openPane.value = to)}
      />
      <div
        class="drawer-panel"
        data-open={pane ? 'pane' : open}
        data-roomy={(chosen && !['code', 'acts', 'numbers'].includes(chosen)) || undefined}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${open}`}
        tabIndex={0}
      >
        <div class="drawer-code" hidden={open !== 'code'}>
          <Code player={player} files={files} />
        </div>
        {open === 'numbers' && !recording.numbers && <p>{t`This run has no number to change.`}</p>}
        {open === 'numbers' && recording.numbers && Numbers && <Numbers player={player} />}
        {(open === 'acts' || open === 'numbers') && children}
        {open === 'acts' && Acts && <Acts player={player} offers={offers} />}
        {open === 'words' && Transcript && <Transcript recording={recording} cursor={player.cursor.value} />}
        {open === 'asked' && Exchanges && <Exchanges player={player} />}
        {pane && part && (
          <InSight player={player} class="panes" key={pane.id}>
            {(view) => <part.PaneBody pane={pane} view={view} onOpen={(entry) => player.seek(entry)} />}
          </InSight>
        )}
      </div>
    </div>
  );
}

/** True from when it was so first: a tab that stays moves none of those behind it when another run has nothing for it. */
function useOnce(isSo: boolean): boolean {
  const was = useRef(false);
  was.current ||= isSo;
  return was.current;
}

/** Fetches the panes of what is played when their tabs are seen, or when one is asked for. */
function useLoaded(player: Player, box: { readonly current: Element | null }): void {
  const { subjects } = player.recording.value;
  const load = (): void => void panes.load(player).then((part) => part?.loadPanes(subjects, player));
  const asked = player.openPane.value !== undefined;
  const names = subjects.join();
  useEffect(() => void (asked && load()), [asked, names]);
  useEffect(
    () => (box.current ? watchSight(box.current, (seen) => void (seen && load())) : undefined),
    [names],
  );
}
