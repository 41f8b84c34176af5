import './scope.css';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import { transcriptRows } from '../../recording/transcript.ts';
import type { Recording } from '../../recording/recording.ts';
import { CodePane } from '../code/CodePane.tsx';
import type { CodeFile } from '../code/source.ts';
import { Acts } from './acts/Acts.tsx';
import { Compare } from './Compare.tsx';
import { Controls } from './Controls.tsx';
import { Machine } from './Machine.tsx';
import { Sentence } from './Sentence.tsx';
import { Timeline } from './Timeline.tsx';
import { type Command, commandOf } from './keys.ts';
import { Panes } from './panes/Panes.tsx';
import { Player } from './player.ts';
import { encodeMoment } from './share-link.ts';

export interface ScopeProps {
  readonly player: Player;
  readonly title: string;
  readonly layout: 'chapter' | 'playground';
  /** The files whose lines the scenario shows. */
  readonly files: readonly CodeFile[];
  /** False in the page as it was built. */
  readonly live?: boolean;
  /** What could not be done with the link that led here. */
  readonly notice?: string;
  /** Stands beside the acts: the playground's own tools. */
  readonly children?: ComponentChildren;
}

/** A run to look at from all sides: the machine, what moves it, what happened, the state, and the code. */
export function Scope({ player, title, layout, files, live = true, notice, children }: ScopeProps): VNode {
  const root = useRef<HTMLElement>(null);
  const keysOn = useSignal(true);
  const helpOpen = useSignal(false);
  const whyOpen = useSignal(false);
  useEffect(() => (live && root.current ? pauseUnseen(root.current, player) : undefined), [live, player]);
  useEffect(() => void (player.playing.value && playAlone(player)), [player.playing.value]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const role = target.getAttribute('role');
    const command = commandOf(event, {
      tagName: target.tagName,
      isContentEditable: target.isContentEditable,
      role,
    });
    if (!command || event.defaultPrevented || (!keysOn.value && command !== 'help')) return;
    event.preventDefault();
    obey(command, player, whyOpen, helpOpen);
  };
  return (
    <section
      class="scope"
      data-layout={layout}
      data-live={live}
      aria-label={title}
      ref={root}
      {...(live ? { onKeyDown } : {})}
    >
      <Head player={player} title={title} live={live} root={root} />
      <Notices player={player} notice={notice} />
      <div class="scope-body">
        <div class="scope-main">
          <Machine player={player} live={live} />
          <Sentence player={player} live={live} whyOpen={whyOpen} />
          <Controls player={player} live={live} keysOn={keysOn} helpOpen={helpOpen} />
          <Timeline player={player} live={live} />
          <Compare player={player} />
        </div>
        <div class="scope-side">
          {children}
          {player.canRunAgain || !live ? <Acts player={player} /> : null}
          <div class="scope-panes">
            <Panes player={player} />
          </div>
          {files.length > 0 && (
            <div class="scope-code">
              <CodePane player={player} files={files} />
            </div>
          )}
        </div>
      </div>
      <Transcript recording={player.recording.value} />
    </section>
  );
}

interface StaticScopeProps extends Omit<ScopeProps, 'player' | 'live' | 'children'> {
  readonly recording: Recording;
  readonly cursor: number;
  /** As in `MountOptions`: so that the frame is as high as what takes its place. */
  readonly tools?: (player: Player) => ComponentChildren;
}

/** The Scope as the page holds it before any script runs: a frame of a run, drawn, and the run told in words. */
export function StaticScope({ recording, cursor, tools, ...props }: StaticScopeProps): VNode {
  const player = useMemo(() => new Player(recording, { start: cursor }), [recording, cursor]);
  return (
    <Scope {...props} player={player} live={false}>
      {tools?.(player)}
    </Scope>
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
      return player.toggleBreakpointHere();
    case 'why':
      whyOpen.value = !whyOpen.value;
      return;
    case 'help':
      helpOpen.value = !helpOpen.value;
      return;
    default:
      return command satisfies never;
  }
}

interface HeadProps {
  readonly player: Player;
  readonly title: string;
  readonly live: boolean;
  readonly root: { readonly current: HTMLElement | null };
}

function Head({ player, title, live, root }: HeadProps): VNode {
  const shared = useSignal('');
  const { scenario, seed, acts } = player.recording.value;
  const share = async (): Promise<void> => {
    const link =
      location.href.split('#')[0] + encodeMoment({ scenario, seed, acts, entry: player.cursor.value });
    history.replaceState(history.state, '', link);
    try {
      await navigator.clipboard.writeText(link);
      shared.value = 'Link copied';
    } catch {
      shared.value = 'The link is in the address bar';
    }
    setTimeout(() => (shared.value = ''), 3000);
  };
  const fullScreen = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void root.current?.requestFullscreen();
  };
  return (
    <div class="scope-head">
      <p class="scope-title">{title}</p>
      <div class="scope-tools">
        <span class="scope-said" role="status">
          {player.busy.value ? 'Running…' : shared.value}
        </span>
        <label
          class="scope-seed"
          title="Another seed gives other names and another order of what is left to chance"
        >
          seed
          <input
            type="number"
            min="0"
            max="999999"
            value={seed}
            disabled={!live || !player.canRunAgain}
            onChange={(event) =>
              void player.reseed(Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)))
            }
          />
        </label>
        <button type="button" class="scope-quiet" aria-disabled={!live} onClick={() => live && void share()}>
          Link to this moment
        </button>
        <button
          type="button"
          class="scope-quiet is-full"
          aria-disabled={!live}
          onClick={() => live && fullScreen()}
        >
          Full screen
        </button>
      </div>
    </div>
  );
}

function Notices({
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
      ? `This run was ended: ${outcome.message ?? ''}`
      : undefined;
  const linked = closed.value ? undefined : notice;
  const close = (): void => {
    player.problem.value = undefined;
    closed.value = true;
  };
  return (
    <div role="alert" class="scope-notices">
      {[linked, player.problem.value].filter(Boolean).map((words) => (
        <p key={words}>
          {words}
          <button type="button" class="scope-quiet" onClick={close}>
            Close
          </button>
        </p>
      ))}
      {ended && <p>{ended}</p>}
    </div>
  );
}

/** Longer runs are told by their writes and their work items alone. */
const mostTold = 400;
const main =
  /^(act|program\..*|store\.write|api\.error|workqueue\.(get|done)|expectations\.check|watch\.close)$/;

/** The whole run in words, closed until asked for. */
function Transcript({ recording }: { readonly recording: Recording }): VNode {
  const { rows, shortened } = useMemo(() => {
    const all = transcriptRows(recording);
    if (all.length <= mostTold) return { rows: all, shortened: false };
    const told = all.filter(({ index }) => main.test(recording.entries[index]?.event.kind ?? ''));
    return { rows: told.slice(0, mostTold), shortened: true };
  }, [recording]);
  return (
    <details class="scope-transcript">
      <summary>The run in words</summary>
      {shortened && <p>The writes, the work items and the acts of a longer run.</p>}
      <pre tabIndex={0}>
        {rows.map(({ time, who, told }) => `${time}  ${who.trim()}: ${told}`).join('\n')}
      </pre>
    </details>
  );
}

let playing: Player | undefined;

/** At most one Scope of a page plays. */
function playAlone(player: Player): void {
  if (playing !== player) playing?.pause();
  playing = player;
}

/** Pauses a Scope that nobody sees. */
function pauseUnseen(element: HTMLElement, player: Player): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (entry && !entry.isIntersecting) player.pause();
  });
  observer.observe(element);
  const hidden = (): void => {
    if (document.hidden) player.pause();
  };
  document.addEventListener('visibilitychange', hidden);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', hidden);
    player.pause();
  };
}
