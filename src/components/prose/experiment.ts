import { recordOn } from '../../recording/record.ts';
import type { Recording } from '../../recording/recording.ts';
import { select } from '../../recording/select.ts';
import { tell } from '../../recording/tell.ts';
import type { Act, ActAt } from '../../runtime/stage/acts.ts';
import type { Plane } from '../../runtime/stage/program.ts';
import type { Scenario } from '../../runtime/stage/scenario.ts';
import type { Result } from '../../runtime/go/result.ts';
import { decodeMoment, encodeMoment } from '../scope/link/share-link.ts';
import { selectorsIn } from './moment-links.ts';

/** What a chapter says about an experiment. Each text is a selector. */
export interface Claim {
  /** The event of the story at which it is done. */
  readonly at: string;
  /** What is done there. One with an `at` of its own is done later, at that event of the run that follows from those before it. */
  readonly acts?: readonly (Act & { readonly at?: string })[];
  /** Happens in the changed run, and does not happen in the story. */
  readonly shows?: string;
  /** Happens in the story, and does not happen in the changed run. */
  readonly never?: string;
  /** What to look at when it has been done. `[words](at:selector)` in it is a link to an event of the changed run. */
  readonly look?: string;
}

/** An experiment, made by the build. */
export interface Experiment {
  readonly story: Recording;
  readonly changed: Recording;
  /** The fragment of a link that makes it, and what happens in the entry to which it leads. */
  readonly href: string;
  readonly told: string;
  /** What the chapter claims, with its entry in one of the runs. */
  readonly shown: readonly Shown[];
  /** Where the links of `look` lead, by their selectors. */
  readonly links: ReadonlyMap<string, Pick<Experiment, 'href' | 'told'>>;
}

interface Shown {
  readonly in: 'story' | 'changed';
  readonly entry: number;
}

/**
 * Makes an experiment: the story, and the same on its plane with something changed, which is acts or, with `changed`, another
 * scenario. An error if what the chapter claims of it is not so; its message is for the writer.
 */
export function makeExperiment(
  story: Recording,
  scenario: Scenario,
  plane: Plane,
  claim: Claim,
  changed?: Recording,
): Result<Experiment> {
  try {
    const made = changed
      ? { changed, entry: selected(changed, 'at', claim.at) }
      : withActs(story, scenario, plane, claim.at, claim.acts ?? []);
    const { changed: other, entry } = made;
    const shown = shownBy(story, other, claim);
    const leadTo = (index: number): Pick<Experiment, 'href' | 'told'> => {
      const { scenario: id, seed, acts } = other;
      const { at: ms, event } = other.entries[index]!;
      const href = encodeMoment({ scenario: id, seed, acts, entry: index });
      return { href, told: `${ms} ms: ${tell(event)}` };
    };
    const links = new Map(
      selectorsIn(claim.look ?? '').map((at) => [at, leadTo(selected(other, 'look', at))] as const),
    );
    return [{ story, changed: other, ...leadTo(entry), shown, links }, undefined];
  } catch (error) {
    if (error instanceof Untrue) return [undefined, error];
    throw error;
  }
}

/** What a chapter says of an experiment is not so. */
class Untrue extends Error {
  override readonly name = 'Untrue';
}

/** The run in which the acts are done, each at its event, and the entry of the first of them. */
function withActs(
  story: Recording,
  scenario: Scenario,
  plane: Plane,
  at: string,
  wanted: NonNullable<Claim['acts']>,
): { changed: Recording; entry: number } {
  if (wanted.length === 0) {
    throw new Untrue(
      'expected what to do in `acts`, found nothing; write at least one, such as { kind: "crash", … }',
    );
  }
  let changed = story;
  const acts: ActAt[] = [];
  wanted.forEach(({ at: later, ...act }, i) => {
    const from = selected(changed, later === undefined ? 'at' : `at of act ${i + 1}`, later ?? at);
    acts.push({ step: changed.entries[from]!.step, act: act as Act });
    acts.sort((a, b) => a.step - b.step);
    checkActs(story, acts);
    changed = recordOn(plane, scenario, { seed: story.seed, acts });
    const { ended, message } = changed.outcome;
    if (ended === 'limit' || ended === 'failed') {
      throw new Untrue(`with act ${i + 1} the run did not end well: ${message}`);
    }
    refuseRefused(changed);
  });
  const entry = changed.entries.findIndex(({ event }) => event.kind === 'act' && event.by === 'reader');
  return { changed, entry };
}

/** Fails on an act that no link could carry. */
function checkActs({ scenario, seed }: Recording, acts: readonly ActAt[]): void {
  const [, bad] = decodeMoment(encodeMoment({ scenario, seed, acts, entry: 0 }));
  if (bad) throw new Untrue(`expected ${bad.expected}, found ${bad.found}`);
}

/** Fails on an act that the cluster refused. */
function refuseRefused({ entries }: Recording): void {
  for (const { event } of entries) {
    if (event.kind === 'act' && event.by === 'reader' && event.error !== undefined) {
      throw new Untrue(`expected an act that can be done there, found: ${tell(event)}`);
    }
  }
}

function shownBy(story: Recording, changed: Recording, { shows, never }: Claim): Shown[] {
  if (shows === undefined && never === undefined) {
    throw new Untrue(
      'expected what it shows, found neither `shows` nor `never`; write shows="…", an event that only the changed run has, or ' +
        'never="…", one that only the story has',
    );
  }
  const shown: Shown[] = [];
  if (shows !== undefined) {
    const entry = selected(changed, 'shows', shows);
    refuse(story, shows, 'shows', 'in the story as well');
    shown.push({ in: 'changed', entry });
  }
  if (never !== undefined) {
    const entry = selected(story, 'never', never);
    refuse(changed, never, 'never', 'in the changed run as well');
    shown.push({ in: 'story', entry });
  }
  return shown;
}

/** The index of what a selector names; fails if it does not happen. */
function selected(run: Recording, attribute: string, selector: string): number {
  const [entry, missing] = select(run, selector);
  if (missing) throw new Untrue(`${attribute}="${selector}": ${missing.message}`);
  return entry;
}

/** Fails if what must not happen does. */
function refuse(run: Recording, selector: string, attribute: string, where: string): void {
  const [entry] = select(run, selector);
  if (entry === undefined) return;
  const { at, event } = run.entries[entry]!;
  throw new Untrue(
    `${attribute}="${selector}" happens ${where}, at ${at} ms: ${tell(event)}; name an event that tells the two runs apart`,
  );
}
