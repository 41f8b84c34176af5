import type { Subject } from './subject.ts';

/** How the stage of a scenario is built. All times are virtual ms. Subjects add what theirs can be set to. */
export interface Settings {
  /** One way between two programs. */
  readonly latencyMs: number;
  /** How many of a program there are, in planes that have several. */
  readonly replicas: number;
  /** Command lines, by program, where they are not the program's own. */
  readonly args: Readonly<Record<string, readonly string[]>>;
  /** Programs that are not started until an act does. */
  readonly idle: readonly string[];
}

/** The settings of a run of these subjects: what is given, else what is usual. A subject reads only what its planes have. */
export function settingsOf(
  subjects: readonly Pick<Subject, 'settings'>[],
  given: Partial<Settings> = {},
): Settings {
  const usual: Partial<Settings> = { latencyMs: 2, replicas: 1, args: {}, idle: [] };
  return Object.assign({}, usual, ...subjects.map(({ settings }) => settings), given) as Settings;
}
