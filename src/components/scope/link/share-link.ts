import '../../../recording/all-words.ts';
import { t } from '../../../i18n/t.ts';
import type { Edits } from '../../../instrument/edit-place.ts';
import type { ChangedNumbers } from '../../../recording/numbers.ts';
import type { Recording } from '../../../recording/recording.ts';
import type { Act, ActAt } from '../../../runtime/stage/acts.ts';
import { nearestWord } from '../../../instrument/nearest-word.ts';
import { type ActField, type FieldKind, actKinds, actWordsOf } from '../../../recording/subjects.ts';
import { listed } from '../../../recording/words.ts';
import { mostDepth, unfitIn } from '../../manifests/plain-value.ts';
import { told } from '../../base/told.ts';
import { momentPrefix } from './link-prefix.ts';
import { BadLink } from '../../base/bad-link.ts';
import { isCount, isFields } from '../../base/fields.ts';
import { bytesOf, lettersOf } from '../../base/letters.ts';

/** A moment of a run: what it takes to make the run again, and where to look. */
export interface SharedMoment {
  readonly scenario: string;
  readonly seed: number;
  readonly acts: readonly ActAt[];
  /** Files that run in place of ours. */
  readonly edits?: Edits;
  /** Numbers of the story that are others. */
  readonly changed?: ChangedNumbers;
  /** Such files as a link holds them: `edited-link.ts` reads them. */
  readonly packed?: string;
  /** Index of the entry shown. */
  readonly entry: number;
}

const version = 1;
/** Longer links are refused before they are looked at. */
const mostCharacters = 20_000;
const mostActs = 200;
const mostNumbers = 20;

/** The fragment of a link to a moment: `#scope=` and a JSON array in base64url. Edits have to be packed. */
export function encodeMoment({
  scenario,
  seed,
  acts,
  entry,
  packed,
  changed,
}: Omit<SharedMoment, 'edits'>): string {
  const all = [version, scenario, seed, entry, acts.map(({ step, act }) => [step, act])];
  const more = changed ? [packed ?? null, changed] : packed === undefined ? [] : [packed];
  return momentPrefix + lettersOf(new TextEncoder().encode(JSON.stringify([...all, ...more])));
}

/**
 * The fragment of a link to an entry of a run, with what was edited in it. Rejects with a message for the reader where
 * there can be no such link.
 */
export async function linkToMoment(
  {
    scenario,
    seed,
    acts,
    edits,
    changed,
  }: Pick<Recording, 'scenario' | 'seed' | 'acts' | 'edits' | 'changed'>,
  entry: number,
): Promise<string> {
  const packed = edits && (await (await import('./edited-link.ts')).packEdits(edits));
  const link = encodeMoment({ scenario, seed, acts, entry, packed, changed });
  if (link.length - momentPrefix.length <= mostCharacters) return link;
  throw new Error(t`What you changed is too long for a link. Share the text itself.`);
}

/** The moment of a page's fragment; undefined if the fragment is not one of ours. */
export function decodeMoment(fragment: string): [SharedMoment, undefined] | [undefined, BadLink | undefined] {
  if (!fragment.startsWith(momentPrefix)) return [undefined, undefined];
  try {
    return [momentOf(fragment.slice(momentPrefix.length)), undefined];
  } catch (error) {
    if (error instanceof BadLink) return [undefined, error];
    throw error;
  }
}

/** Checks that an entry is one of a run that was made from a link. */
export function checkEntry(entry: number, entries: number): BadLink | undefined {
  if (entry < entries) return undefined;
  return new BadLink(
    t`a step before ${entries}, where this run ends`,
    String(entry),
    t`the run is shown from its start`,
  );
}

function momentOf(text: string): SharedMoment {
  if (text === '') throw new BadLink(t`a moment behind "#scope="`, t`nothing`, t`copy the whole link`);
  if (text.length > mostCharacters) {
    throw new BadLink(t`at most ${mostCharacters} characters`, String(text.length), t`share fewer acts`);
  }
  const value = parse(text);
  if (!Array.isArray(value) || value.length < 5 || value.length > 7) {
    throw new BadLink(t`a list of five: version, scenario, seed, step, acts`, told(value));
  }
  const [found, scenario, seed, entry, acts, letters, numbers] = value as unknown[];
  const packed = letters ?? undefined;
  if (found !== version) {
    throw new BadLink(
      t`version ${version} of the link`,
      told(found),
      t`reload the page, which may be older than the link`,
    );
  }
  if (typeof scenario !== 'string' || !/^[a-z0-9-]+\/[a-z0-9-]+(#[a-z0-9-]+)?$/.test(scenario)) {
    throw new BadLink(t`the id of a scenario such as controllers/replicaset`, told(scenario));
  }
  if (!isCount(seed)) throw new BadLink(t`a seed that is a whole number from 0`, told(seed));
  if (!isCount(entry)) throw new BadLink(t`a step that is a whole number from 0`, told(entry));
  if (!Array.isArray(acts)) throw new BadLink(t`a list of acts`, told(acts));
  if (acts.length > mostActs)
    throw new BadLink(t`at most ${mostActs} acts`, String(acts.length), t`share fewer acts`);
  if (packed !== undefined && typeof packed !== 'string')
    throw new BadLink(t`edits as letters`, told(packed));
  const moment = { scenario, seed, entry, acts: acts.map((act, i) => actAtOf(act, t`act ${i + 1}`)) };
  return {
    ...moment,
    ...(packed === undefined ? {} : { packed }),
    ...(numbers === undefined ? {} : { changed: changedOf(numbers) }),
  };
}

/** Numbers by their names. Whether the story has them is known when its run is made. */
function changedOf(value: unknown): ChangedNumbers {
  if (!isFields(value)) throw new BadLink(t`changed numbers by their names`, told(value));
  const all = Object.entries(value);
  if (all.length === 0 || all.length > mostNumbers)
    throw new BadLink(t`one to ${mostNumbers} changed numbers`, String(all.length));
  for (const [name, number] of all) {
    if (typeof number !== 'number') throw new BadLink(t`${name.slice(0, 100)} to be a number`, told(number));
  }
  return value as ChangedNumbers;
}

function parse(text: string): unknown {
  const bad = /[^A-Za-z0-9_-]/.exec(text)?.[0];
  if (bad !== undefined) {
    throw new BadLink(
      t`only letters, digits, "-" and "_"`,
      `"${bad}"`,
      t`copy the whole link and nothing else`,
    );
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(text)));
  } catch {
    throw new BadLink(
      t`a whole link`,
      t`one that is cut off or changed`,
      t`copy the whole link and nothing else`,
    );
  }
}

function actAtOf(value: unknown, where: string): ActAt {
  if (!Array.isArray(value) || value.length !== 2)
    throw new BadLink(t`${where} to be a step and an act`, told(value));
  const [step, act] = value as unknown[];
  if (!isCount(step)) throw new BadLink(t`the step of ${where} to be a whole number from 0`, told(step));
  if (!isFields(act)) throw new BadLink(t`${where} to be an object with a kind`, told(act));
  const kinds = actKinds();
  const { kind } = act;
  if (typeof kind !== 'string' || !kinds.includes(kind)) {
    const near = typeof kind === 'string' ? nearestWord(kind, kinds) : undefined;
    throw new BadLink(
      near
        ? t`the kind of ${where} to be one that is known, perhaps "${near}"`
        : t`the kind of ${where} to be one of ${listed(kinds)}`,
      told(kind),
    );
  }
  const checks: Readonly<Record<string, ActField>> = actWordsOf(kind)?.fields ?? {};
  for (const name of Object.keys(act)) {
    if (name !== 'kind' && !Object.hasOwn(checks, name)) {
      throw new BadLink(t`${where}, ${kind}, to have only ${listed(Object.keys(checks))}`, `"${name}"`);
    }
  }
  const clean: Record<string, unknown> = { kind };
  for (const [name, check] of Object.entries(checks)) {
    const found = act[name];
    if (found === undefined && check.endsWith('?')) continue;
    const [expected, holds] = fieldKinds[check.replace('?', '') as FieldKind];
    if (!holds(found)) throw new BadLink(t`${name} of ${where}, ${kind}, to be ${expected()}`, told(found));
    clean[name] = found;
  }
  return { step, act: clean as Act };
}

/** What a field of an act may hold, by what it is: how that is said, and whether a value is it. */
const fieldKinds: Readonly<
  Record<FieldKind, readonly [expected: () => string, holds: (value: unknown) => boolean]>
> = {
  text: [() => t`a text`, isText],
  texts: [
    () => t`a list of texts`,
    (value) => Array.isArray(value) && value.length <= 100 && value.every(isText),
  ],
  path: [() => t`a path that begins with /`, (value) => isText(value) && value.startsWith('/')],
  number: [() => t`a whole number`, (value) => Number.isSafeInteger(value)],
  count: [() => t`a whole number from 0`, isCount],
  counts: [
    () => t`whole numbers from 0 by name`,
    (value) => isFields(value) && Object.values(value).every(isCount),
  ],
  yes: [() => t`true or false`, (value) => typeof value === 'boolean'],
  named: [() => t`labels: texts by name`, (value) => isFields(value) && Object.values(value).every(isText)],
  labels: [
    () => t`labels: texts by name`,
    (value) =>
      isFields(value) && Object.values(value).every((label) => label === null || typeof label === 'string'),
  ],
  object: [
    () => t`an object of at most ${mostDepth} levels`,
    (value) => isFields(value) && unfitIn(value) === undefined,
  ],
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 300;
}
