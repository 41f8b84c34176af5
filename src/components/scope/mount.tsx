import type { ComponentChildren } from 'preact';
import { render } from '../base/render.ts';
import { pageLanguage } from '../../i18n/page-language.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Desk } from './desk/desk.ts';
import { Scope, scopeParts } from './Scope.tsx';
import { acts } from './ScopeSides.tsx';
import { focusQuestion, focusSlider } from './focus.ts';
import { Player } from './player/player.ts';
import type { RunAgain } from './player/runs.ts';
import { pageRecorder } from './recorder/recorder.ts';
import { liveStyles } from './live-styles.ts';
import { type ShownRun, shownRun } from './shown-run.ts';
import type { Linked } from './link/linked.ts';
import type { SharedMoment } from './link/share-link.ts';

export interface MountOptions extends Pick<Linked, 'moment' | 'ranHere' | 'notice'> {
  readonly scenario: string;
  /** Index of the entry at which to begin; the first by default. */
  readonly start?: (recording: Recording) => number;
  readonly layout: 'chapter' | 'playground';
  /** Tools that stand in the Scope's side, once there is a player. */
  readonly tools?: (player: Player) => ComponentChildren;
}

export interface MountedScope {
  readonly player: Player;
  /** Seeks a moment of the story's run, or of the one that follows from the moment's acts and edits; false if it belongs to neither. */
  goTo(moment: SharedMoment): Promise<boolean>;
  /** Takes the Scope out of the page. */
  end(): void;
}

/** Makes the run, then replaces what `host` holds by a live Scope. */
export async function mountScope(host: HTMLElement, options: MountOptions): Promise<MountedScope> {
  const { moment, layout, tools } = options;
  const scenario = moment?.scenario ?? options.scenario;
  // Asked before anything changes, the width costs no layout; with it a picture draws one of its shapes instead of all.
  const width = host.querySelector('.scope-picture')?.clientWidth;
  const [first, { openDesk }] = await Promise.all([
    shownRun(scenario, moment?.seed),
    import('./desk/desk.ts'),
    liveStyles(),
    pageLanguage(),
  ]);
  const player = new Player(first.recording, {
    start: options.start?.(first.recording),
    runAgain: runningAgain(host, scenario),
  });
  const { asks, notice } = await showMoment(player, options);
  if (layout === 'playground') await acts.load(player);
  const box = document.createElement('div');
  const own = tools?.(player);
  const scope = { player, layout, notice, asks, width };
  const draw = ({ title, files, offers, picture }: ShownRun, parts = scopeParts): void =>
    render(
      <Scope {...scope} {...{ title, files, offers, picture, desk, parts }}>
        {own}
      </Scope>,
      box,
    );
  let asked = 0;
  const goTo = (moment: SharedMoment, wanted = (): boolean => true): Promise<boolean> => {
    const mine = ++asked;
    return show(player, moment, { host, draw, isLast: () => mine === asked && wanted() });
  };
  // What the text tells is known before the first look: it says how far on the reader is.
  const desk: Desk | undefined = openDesk(player, {
    bring: goTo,
    make: ({ scenario, seed }) => shownRun(scenario, seed),
    start: player.cursor.peek(),
    linked: moment !== undefined,
  });
  // One task for each part: a page on a slow machine answers between them.
  for (let parts = 1; parts <= scopeParts; parts++) {
    await nextTask();
    draw(first, parts);
  }
  const focused = host.contains(document.activeElement);
  host.replaceChildren(box);
  // A reader who came here by keyboard stays here, at the controls.
  if (!focusQuestion(box) && focused) focusSlider(box);
  const end = (): void => {
    desk?.end();
    render(null, box);
    box.remove();
  };
  return { player, goTo: (wanted) => desk?.asked(() => goTo(wanted)) ?? goTo(wanted), end };
}

interface Showing {
  readonly host: HTMLElement;
  readonly draw: (run: ShownRun) => void;
  /** False when another moment was asked for meanwhile. */
  readonly isLast: () => boolean;
}

/**
 * Shows a moment in the Scope that is there, of any run of any scenario. False where that cannot be: then the page says why in a Scope of
 * its own, and asks whether edited code may run.
 */
async function show(player: Player, wanted: SharedMoment, { host, draw, isLast }: Showing): Promise<boolean> {
  const { scenario, seed, packed, entry } = wanted;
  if (packed !== undefined) return false;
  const { value: here } = player.original;
  if (here.scenario !== scenario || here.seed !== seed) {
    const run = await shownRun(scenario, seed).catch(() => undefined);
    if (!run) return false;
    if (!isLast()) return true;
    player.exchange(run.recording, entry, runningAgain(host, scenario));
    draw(run);
  }
  return seek(player, wanted);
}

/** How the Scope in `host` makes its run again with other inputs. */
function runningAgain(host: HTMLElement, scenario: string): RunAgain {
  return async ({ entry, ...inputs }) => {
    const record = () => pageRecorder.record({ scenario, ...inputs });
    if (!inputs.edits) return (await record()).recording;
    const { recordNoted } = await import('./recorder/edited-run.ts');
    return (await recordNoted(host, { scenario, entry, ...inputs }, record)).recording;
  };
}

/** Shows the moment that the page was opened at. Gives what the reader is asked first, and what could not be done. */
async function showMoment(
  player: Player,
  { moment, ranHere, notice }: MountOptions,
): Promise<{ readonly asks?: ComponentChildren; readonly notice?: string }> {
  if (!moment) return { notice };
  // Somebody else's code does not run before the reader has agreed.
  const [asks, unfit] = moment.packed
    ? await (await import('./EditsAsked.tsx')).askFor(player, moment, ranHere)
    : [];
  if (asks || (await seek(player, moment))) return { asks, notice: notice ?? unfit?.message };
  const tooFar = await wordsOfTooFar(player, moment);
  if (tooFar) player.toStart();
  return { notice: notice ?? unfit?.message ?? tooFar };
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Shows a moment of the story's run, or of the fork that follows from what was changed in it. False if there is no such entry. */
async function seek(player: Player, { acts, edits, changed, entry }: SharedMoment): Promise<boolean> {
  player.pause();
  if (acts.length > 0 || edits || changed) return player.showFork({ acts, edits, changed }, entry);
  // The reader's own run stays beside it.
  player.switchBranch('original');
  player.seek(entry);
  return entry < player.original.value.entries.length;
}

async function wordsOfTooFar(player: Player, { entry }: SharedMoment): Promise<string | undefined> {
  const [{ checkEntry }] = await Promise.all([import('./link/share-link.ts'), pageLanguage('links')]);
  return checkEntry(entry, player.recording.value.entries.length)?.message;
}
