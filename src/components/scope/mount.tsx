import type { ComponentChildren } from 'preact';
import { render } from '../base/render.ts';
import { pageLanguage, pictureLanguage, subjectsLanguage } from '../../i18n/page-language.ts';
import { type CodeFile, loadCode } from '../code/source.ts';
import type { Recording } from '../../recording/recording.ts';
import { loadWords } from '../../recording/subjects.ts';
import { Scope, scopeParts } from './Scope.tsx';
import { focusQuestion, focusSlider } from './focus.ts';
import { onUse } from '../base/on-use.ts';
import { pictureOf, viewOf } from './picture.ts';
import { Player } from './player/player.ts';
import type { RunAgain } from './player/runs.ts';
import { pageRecorder } from './recorder/recorder.ts';
import { liveStyles } from './live-styles.ts';
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

const steps = onUse(() => import('./steps.ts'));

/** Makes the run, then replaces what `host` holds by a live Scope. */
export async function mountScope(host: HTMLElement, options: MountOptions): Promise<MountedScope> {
  const { moment, layout, tools } = options;
  const scenario = moment?.scenario ?? options.scenario;
  // Asked before anything changes, the width costs no layout; with it a picture draws one of its shapes instead of all.
  const width = host.querySelector('.scope-picture')?.clientWidth;
  const [made] = await Promise.all([
    pageRecorder.record({ scenario, seed: moment?.seed }),
    liveStyles(),
    pageLanguage(),
  ]);
  const { recording, title, shows, offers } = made;
  const [picture] = await Promise.all([
    pictureOf(viewOf(made)),
    loadWords(recording.subjects),
    subjectsLanguage(recording.subjects),
    pictureLanguage(viewOf(made)),
  ]);
  const player = new Player(recording, {
    start: options.start?.(recording),
    runAgain: runningAgain(host, scenario),
  });
  const { asks, notice } = await showMoment(player, options);
  const files = await Promise.all(shows.map(codeOf));
  const box = document.createElement('div');
  const own = tools?.(player);
  const scope = { player, title, layout, files, notice, asks, picture, width, offers };
  // One task for each part: a page on a slow machine answers between them.
  for (let parts = 1; parts <= scopeParts; parts++) {
    await nextTask();
    render(
      <Scope {...scope} parts={parts}>
        {own}
      </Scope>,
      box,
    );
  }
  const focused = host.contains(document.activeElement);
  host.replaceChildren(box);
  // A reader who came here by keyboard stays here, at the controls.
  if (!focusQuestion(box) && focused) focusSlider(box);
  const unlight = lightPage(player);
  const goTo = async (wanted: SharedMoment): Promise<boolean> => {
    const { scenario: id, seed } = player.original.value;
    const same = id === wanted.scenario && seed === wanted.seed && !wanted.packed;
    return same && seek(player, wanted);
  };
  const end = (): void => {
    unlight();
    render(null, box);
    box.remove();
  };
  return { player, goTo, end };
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

/** Lights what the page says of the moment that is shown, if it says anything. Gives what ends that. */
function lightPage(player: Player): () => void {
  let ended = false;
  let unlight: (() => void) | undefined;
  if (document.querySelector('.step, .snippet')) {
    void steps.load(player).then((part) => {
      if (!ended) unlight = part?.lightSteps(player);
    });
  }
  return () => {
    ended = true;
    unlight?.();
  };
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Shows a moment of the story's run, or of the fork that follows from its acts and edits. False if there is no such entry. */
async function seek(player: Player, { acts, edits, entry }: SharedMoment): Promise<boolean> {
  player.pause();
  if (acts.length > 0 || edits) return player.showFork({ acts, edits }, entry);
  // The reader's own run stays beside it.
  player.switchBranch('original');
  player.seek(entry);
  return entry < player.original.value.entries.length;
}

async function wordsOfTooFar(player: Player, { entry }: SharedMoment): Promise<string | undefined> {
  const { checkEntry } = await import('./link/share-link.ts');
  return checkEntry(entry, player.recording.value.entries.length)?.message;
}

/** A file's source; blank where it cannot be had, and then the code pane tries again and tells why. */
async function codeOf(file: string): Promise<CodeFile> {
  const code = await loadCode(import.meta.env.BASE_URL, file);
  return code instanceof Error ? { file, from: 1, whole: false, lines: [], symbols: [] } : code;
}
