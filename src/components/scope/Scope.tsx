import { translated } from '../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import type { CodeFile } from '../code/source.ts';
import { acts, Code, State } from './ScopeSides.tsx';
import { Controls } from './player/Controls.tsx';
import type { Desk } from './desk/desk.ts';
import { DockTools } from './desk/DockTools.tsx';
import { onTextKeys } from './desk/text-keys.ts';
import { Presenting, type Presented, presentedAt } from './presenter/Presenting.tsx';
import { ToldMarks } from './desk/ToldMarks.tsx';
import { Drawer } from './Drawer.tsx';
import { Head, Notices } from './ScopeHead.tsx';
import { LivePicture } from '../picture/LivePicture.tsx';
import type { Picture } from '../picture/description.ts';
import { Sentence } from './Sentence.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import type { TimelineLayout } from './timeline/timeline-layout.ts';
import { FoldedTranscript } from './FoldedTranscript.tsx';
import { WhoAsked } from './WhoAsked.tsx';
import { type Command, commandOf } from './player/keys.ts';
import { onUse } from '../base/on-use.ts';
import type { Player } from './player/player.ts';
import { pauseUnseen, playAlone } from './player/scope-playing.ts';

const compare = onUse(() => import('./Compare.tsx'));

/** Into how many parts a Scope is cut as it wakes, of about the same work. */
export const scopeParts = 3;

interface ScopeProps {
  readonly player: Player;
  readonly title: string;
  readonly layout: 'chapter' | 'playground';
  /** The files whose lines the scenario shows. */
  readonly files: readonly CodeFile[];
  /** What could not be done with the link that led here. */
  readonly notice?: string | undefined;
  /** What the reader is asked before anything else. */
  readonly asks?: ComponentChildren;
  /** How many of its parts are drawn, from the first: all of them in the end. */
  readonly parts: number;
  readonly picture: Picture;
  /** How wide the picture will stand, in px, where that is known. */
  readonly width?: number | undefined;
  /** Ids of what the reader can do; what fits a ReplicaSet if left out. */
  readonly offers?: readonly string[] | undefined;
  /** What ties it to the text of its page, where that tells of it. */
  readonly desk?: Desk | undefined;
  /** Stands beside the acts: the playground's own tools. */
  readonly children?: ComponentChildren;
}

/** A run to look at from all sides: its picture, what moves it, what happened, the state, and the code. */
export function Scope(props: ScopeProps): VNode {
  const { player, title, layout, files, notice, asks, parts, picture, width, offers, desk } = props;
  const root = useRef<HTMLElement>(null);
  const keysOn = useSignal(true);
  const helpOpen = useSignal(false);
  const whyOpen = useSignal(false);
  const presented = useSignal<Presented>(presentedAt());
  useEffect(() => (root.current ? pauseUnseen(root.current, player) : undefined), [player]);
  useEffect(() => void (player.playing.value && playAlone(player)), [player.playing.value]);

  const Compare = compare.value?.Compare;
  useEffect(() => void (player.fork.value && compare.load(player)), [player.fork.value]);

  const marks =
    desk && ((layout: TimelineLayout) => <ToldMarks player={player} story={desk.story} layout={layout} />);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const { tagName, isContentEditable } = target;
    const command = commandOf(event, { tagName, isContentEditable, role: target.getAttribute('role') });
    if (!command || event.defaultPrevented || (!keysOn.value && command !== 'help')) return;
    event.preventDefault();
    obey(command, { player, whyOpen, helpOpen, desk, presented });
  };
  useEffect(() => {
    const present = (): void => void (presented.value = 'presenter');
    return desk && onTextKeys({ lead: desk.lead, present, isOn: () => keysOn.peek() });
  }, [desk]);
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
      <Head player={player} title={title} root={root} follow={desk?.follow} presented={presented} />
      <Notices player={player} notice={notice} />
      {asks && <div class="scope-asks">{asks}</div>}
      <div class="scope-body">
        <div class="scope-main">
          <div class="scope-picture">
            <LivePicture player={player} picture={picture} width={width} />
          </div>
          {parts > 1 && <Sentence player={player} story={desk?.story} whyOpen={whyOpen} />}
          {parts > 1 && (
            <Controls player={player} keysOn={keysOn} helpOpen={helpOpen}>
              <DockTools player={player} follow={desk?.follow} />
            </Controls>
          )}
          {parts > 2 && <Timeline player={player} marks={marks} />}
          {layout === 'playground' && Compare && <Compare player={player} />}
        </div>
        {layout === 'chapter' ? (
          <Drawer player={player} files={files} offers={offers} ready={parts > 2}>
            {Compare && <Compare player={player} />}
          </Drawer>
        ) : (
          <Side {...props} />
        )}
      </div>
      {desk && <Presenting player={player} desk={desk} picture={picture} presented={presented} />}
      {layout === 'playground' && <FoldedTranscript player={player} />}
      {layout === 'playground' && <WhoAsked player={player} />}
    </section>
  );
}

/** What a playground, which has room, has beside the picture all at once. */
function Side({ player, parts, offers, files, children }: ScopeProps): VNode {
  const Acts = acts.value?.Acts;
  return (
    <div class="scope-side">
      {children}
      {Acts && parts > 2 && player.canRunAgain && <Acts player={player} offers={offers} />}
      <State player={player} />
      {files.length > 0 && <Code player={player} files={files} />}
    </div>
  );
}

interface Obeying {
  readonly player: Player;
  readonly whyOpen: Signal<boolean>;
  readonly helpOpen: Signal<boolean>;
  readonly desk: Desk | undefined;
  readonly presented: Signal<Presented>;
}

function obey(command: Command, { player, whyOpen, helpOpen, desk, presented }: Obeying): void {
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
    case 'next passage':
      return desk?.lead(1);
    case 'previous passage':
      return desk?.lead(-1);
    case 'fold':
      return player.folding.toggle();
    case 'follow':
      return desk?.follow.press();
    case 'present':
      presented.value = 'presenter';
      return;
    case 'help':
      helpOpen.value = !helpOpen.value;
      return;
    default:
      return command satisfies never;
  }
}
