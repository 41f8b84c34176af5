import { translated } from '../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import type { CodeFile } from '../code/source.ts';
import { Acts } from './acts/Acts.tsx';
import { Controls } from './player/Controls.tsx';
import { InSight } from './player/InSight.tsx';
import { Head, Notices } from './ScopeHead.tsx';
import type { Picture } from './picture.ts';
import { Sentence } from './Sentence.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import { Transcript } from './Transcript.tsx';
import { WhoAsked } from './WhoAsked.tsx';
import { type Command, commandOf } from './player/keys.ts';
import { onUse } from '../base/on-use.ts';
import type { Player } from './player/player.ts';
import { pauseUnseen, playAlone } from './player/scope-playing.ts';

const compare = onUse(() => import('./Compare.tsx'));
const panes = onUse(() => import('./panes/Panes.tsx'));
const codePane = onUse(() => import('../code/CodePane.tsx'));
const editing = onUse(() => import('../code/edited-code.ts'));

/** Into how many parts a Scope is cut as it wakes, of about the same work. */
export const scopeParts = 3;

interface ScopeProps {
  readonly player: Player;
  readonly title: string;
  readonly layout: 'chapter' | 'playground';
  /** The files whose lines the scenario shows. */
  readonly files: readonly CodeFile[];
  /** What could not be done with the link that led here. */
  readonly notice?: string;
  /** What the reader is asked before anything else. */
  readonly asks?: ComponentChildren;
  /** How many of its parts are drawn, from the first: all of them in the end. */
  readonly parts: number;
  readonly picture: Picture;
  /** How wide the picture will stand, in px, where that is known. */
  readonly width?: number;
  /** Ids of what the reader can do; what fits a ReplicaSet if left out. */
  readonly offers?: readonly string[];
  /** Stands beside the acts: the playground's own tools. */
  readonly children?: ComponentChildren;
}

/** A run to look at from all sides: its picture, what moves it, what happened, the state, and the code. */
export function Scope(props: ScopeProps): VNode {
  const { player, title, layout, files, notice, asks, parts, picture, width, offers, children } = props;
  const root = useRef<HTMLElement>(null);
  const keysOn = useSignal(true);
  const helpOpen = useSignal(false);
  const whyOpen = useSignal(false);
  useEffect(() => (root.current ? pauseUnseen(root.current, player) : undefined), [player]);
  useEffect(() => void (player.playing.value && playAlone(player)), [player.playing.value]);

  const Compare = compare.value?.Compare;
  useEffect(() => void (player.fork.value && compare.load(player)), [player.fork.value]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const { tagName, isContentEditable } = target;
    const command = commandOf(event, { tagName, isContentEditable, role: target.getAttribute('role') });
    if (!command || event.defaultPrevented || (!keysOn.value && command !== 'help')) return;
    event.preventDefault();
    obey(command, player, whyOpen, helpOpen);
  };
  return (
    <section
      class="scope"
      data-layout={layout}
      data-live="true"
      aria-label={translated(title)}
      ref={root}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Head player={player} title={title} root={root} />
      <Notices player={player} notice={notice} />
      {asks}
      <div class="scope-body">
        <div class="scope-main">
          <div class="scope-picture">
            <picture.Live player={player} width={width} />
          </div>
          {parts > 1 && <Sentence player={player} whyOpen={whyOpen} />}
          {parts > 1 && <Controls player={player} keysOn={keysOn} helpOpen={helpOpen} />}
          {parts > 2 && <Timeline player={player} />}
          {Compare && <Compare player={player} />}
        </div>
        <div class="scope-side">
          {children}
          {parts > 2 && player.canRunAgain && <Acts player={player} offers={offers} />}
          <State player={player} everyPane={picture.everyPane} />
          {files.length > 0 && <Code player={player} files={files} />}
        </div>
      </div>
      <Transcript player={player} />
      <WhoAsked player={player} />
    </section>
  );
}

/** The panes. They come when their box is seen, or when one is asked for; the box has its size from the start. */
function State({ player, everyPane }: Pick<ScopeProps, 'player'> & Pick<Picture, 'everyPane'>): VNode {
  const Panes = panes.value?.Panes;
  const { subjects } = player.recording.value;
  const load = (): void => void panes.load(player).then((part) => part?.loadPanes(subjects, player));
  const asked = player.openPane.value !== undefined;
  useEffect(() => void (asked && load()), [asked]);
  return (
    <InSight player={player} class="scope-panes" onFirst={load}>
      {(view) => Panes && <Panes player={player} view={view} all={everyPane} />}
    </InSight>
  );
}

/** The code, which comes when its box is seen. A run of edited code shows that code. */
function Code({ player, files }: Pick<ScopeProps, 'player' | 'files'>): VNode {
  const CodePane = codePane.value?.CodePane;
  const { edits } = player.recording.value;
  useEffect(() => void (edits && editing.load(player)), [edits]);
  const editedCode = editing.value?.editedCode;
  const code = useMemo(
    () =>
      files.map((one) => {
        const text = edits?.[one.file];
        return editedCode && text !== undefined ? editedCode(one, text) : one;
      }),
    [files, edits, editedCode],
  );
  return (
    <InSight player={player} class="scope-code" onFirst={() => void codePane.load(player)}>
      {(view) => CodePane && <CodePane player={player} view={view} files={code} />}
    </InSight>
  );
}

function obey(command: Command, player: Player, whyOpen: Signal<boolean>, helpOpen: Signal<boolean>): void {
  switch (command) {
    case 'forward':
      return void player.stepForward();
    case 'back':
      return void player.stepBack();
    case 'forward more':
      return void player.stepForward(player.largerGranularity);
    case 'back more':
      return void player.stepBack(player.largerGranularity);
    case 'start':
      return player.toStart();
    case 'end':
      return player.toEnd();
    case 'play':
      return player.togglePlay();
    case 'slower':
      return player.changeSpeed(-1);
    case 'faster':
      return player.changeSpeed(1);
    case 'breakpoint':
      return void player.toggleBreakpointHere();
    case 'why':
      whyOpen.value = !whyOpen.value;
      return;
    case 'text':
      return player.passage.value?.();
    case 'fold':
      return player.toggleFold();
    case 'help':
      helpOpen.value = !helpOpen.value;
      return;
    default:
      return command satisfies never;
  }
}
