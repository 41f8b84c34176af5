import { pictureLanguage, subjectsLanguage } from '../../i18n/page-language.ts';
import type { Recording } from '../../recording/recording.ts';
import { loadWords } from '../../recording/subjects.ts';
import { type CodeFile, loadCode } from '../code/source.ts';
import type { Picture } from '../picture/description.ts';
import { pictureOf, viewOf } from '../picture/pictures.ts';
import { pageRecorder } from './recorder/recorder.ts';

/** A run, and all that a Scope needs to show it. */
export interface ShownRun {
  readonly recording: Recording;
  readonly title: string;
  /** The files whose lines the scenario shows. */
  readonly files: readonly CodeFile[];
  /** Ids of what the reader can do; what fits a ReplicaSet if left out. */
  readonly offers: readonly string[] | undefined;
  readonly picture: Picture;
}

const keyOf = (scenario: string, seed?: number): string => `${scenario} ${seed ?? ''}`;

const made = new Map<string, Promise<ShownRun>>();

/** The run of a scenario as its story goes, made once a page. Rejects with a message for the reader. */
export function shownRun(scenario: string, seed?: number): Promise<ShownRun> {
  const key = keyOf(scenario, seed);
  const known = made.get(key) ?? make(scenario, seed);
  made.set(key, known);
  known.catch(() => made.delete(key));
  return known;
}

async function make(scenario: string, seed?: number): Promise<ShownRun> {
  const run = await pageRecorder.record({ scenario, seed });
  const { recording, title, shows, offers } = run;
  const [picture, files] = await Promise.all([
    pictureOf(viewOf(run)),
    Promise.all(shows.map(codeOf)),
    loadWords(recording.subjects),
    subjectsLanguage(recording.subjects),
    pictureLanguage(viewOf(run)),
  ]);
  const shown = { recording, title, files, offers, picture };
  // A scenario has a seed of its own: whoever asks for that one by its number gets the same run.
  made.set(keyOf(scenario, recording.seed), Promise.resolve(shown));
  return shown;
}

/** A file's source; blank where it cannot be had, and then the code pane tries again and tells why. */
async function codeOf(file: string): Promise<CodeFile> {
  const code = await loadCode(import.meta.env.BASE_URL, file);
  return code instanceof Error ? { file, from: 1, whole: false, lines: [], symbols: [] } : code;
}
