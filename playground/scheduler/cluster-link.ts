import { t } from '../../src/i18n/t.ts';
import { BadLink } from '../../src/components/base/bad-link.ts';
import { TooMuch, packText, unpackText } from '../../src/components/base/packed-text.ts';
import { told } from '../../src/components/base/told.ts';
import { isCount, isFields } from '../../src/components/base/fields.ts';
import type { Result } from '../../src/runtime/go/result.ts';
import type { Input } from './answers.ts';
import { type Change, type Source, mostCharacters, mostTyped } from './cluster.ts';
import { linkPrefix } from './link-prefix.ts';
import { formerFolder, ownFile, pluginFiles } from './plugin-files.ts';
import { type Profile, filterSwitches, mostOfSetup, scoreSwitches } from './profile.ts';

const version = 1;
/** Longer links are refused, as by mail and chat. */
const mostLetters = 20_000;
const mostChanges = 500;

/**
 * The fragment of a link that holds an input: `#cluster=` and letters. What was brought is in it as it was typed, or,
 * where that is too long, as `brought` gives it: what was taken. Rejects with words for the reader where there can be no such link.
 */
export async function encodeCluster(input: Input, brought: () => Promise<string>): Promise<string> {
  const { sources, changes, profile, seed, edits } = input;
  const code = Object.keys(edits).length > 0 ? [edits] : [];
  const typed = sources.filter(({ text }) => text.trim() !== '');
  const pack = (text: string): Promise<string> =>
    packText(JSON.stringify([version, text, changes, profile, seed, ...code]));
  const [only] = typed;
  if (only && typed.length === 1) {
    const letters = await pack(only.text);
    if (letters.length <= mostLetters) return linkPrefix + letters;
  }
  const letters = await pack(await brought());
  if (letters.length <= mostLetters) return linkPrefix + letters;
  throw new Error(
    t`A link can hold ${mostLetters} characters, and this cluster needs ${letters.length}. Save it as a file, and share that.`,
  );
}

/** The input of a page's fragment; undefined if the fragment is not one of ours. */
export async function decodeCluster(fragment: string): Promise<Result<Input | undefined>> {
  if (!fragment.startsWith(linkPrefix)) return [undefined, undefined];
  const letters = fragment.slice(linkPrefix.length);
  if (letters.length > mostLetters)
    return wrong(t`at most ${mostLetters} characters`, String(letters.length));
  let value: unknown;
  try {
    value = JSON.parse(await unpackText(letters, mostCharacters));
  } catch (error) {
    return wrong(
      t`a whole link`,
      error instanceof TooMuch ? t`one that holds too much` : t`one that is cut off or changed`,
    );
  }
  const [found, text, changes, profile, seed, made = {}] = Array.isArray(value) ? (value as unknown[]) : [];
  if (found !== version) return wrong(t`version ${version} of the link`, told(found));
  if (typeof text !== 'string') return wrong(t`a cluster as text`, typeof text);
  if (!Array.isArray(changes) || changes.length > mostChanges || !changes.every(isChange))
    return wrong(t`at most ${mostChanges} changes of pods and nodes`, t`something else`);
  if (!isProfile(profile)) return wrong(t`a profile`, t`something else`);
  if (!isCount(seed)) return wrong(t`a seed that is a whole number from 0`, told(seed));
  const edits = isFormer(made) ? await (await import('./former-plugins.ts')).pluginsNow(made) : made;
  if (!isEdits(edits)) return wrong(t`edits of plugins`, t`something else`);
  const longest = Math.max(
    0,
    ...[...changes.map((one) => one.text ?? ''), ...Object.values(edits)].map((one) => one.length),
  );
  if (longest > mostTyped) return wrong(t`changes of at most ${mostTyped} characters`, String(longest));
  const configured = profile.configuration?.length ?? 0;
  if (configured > mostOfSetup)
    return wrong(t`a configuration of at most ${mostOfSetup} characters`, String(configured));
  // A field of the page shows what is typed.
  const sources =
    text.length > mostTyped ? [noText, { name: t`text of the link`, text }] : [{ name: '', text }];
  return [{ sources, changes, profile, seed, edits }, undefined];
}

const noText: Source = { name: '', text: '' };

function wrong(expected: string, found: string): [undefined, BadLink] {
  return [undefined, new BadLink(expected, found, t`ask for the link again`, t`a cluster`)];
}

function isChange(value: unknown): value is Change {
  if (!isFields(value)) return false;
  const { kind, key, text } = value;
  return (
    (kind === 'Node' || kind === 'Pod') &&
    typeof key === 'string' &&
    (text === null || typeof text === 'string')
  );
}

function isProfile(value: unknown): value is Profile {
  if (!isFields(value) || !isFields(value.weights)) return false;
  const { withoutFilters, weights, preemption, percentageOfNodesToScore, configuration } = value;
  const filters = new Set(filterSwitches.map(({ name }) => name));
  const scores = new Set(scoreSwitches.map(({ name }) => name));
  return (
    Array.isArray(withoutFilters) &&
    withoutFilters.every((name) => filters.has(name as string)) &&
    Object.entries(weights).every(([name, weight]) => scores.has(name) && isCount(weight)) &&
    typeof preemption === 'boolean' &&
    isCount(percentageOfNodesToScore) &&
    percentageOfNodesToScore <= 100 &&
    (configuration === undefined || typeof configuration === 'string')
  );
}

/** True for edits of a link from before the plugins moved. */
function isFormer(value: unknown): value is Input['edits'] {
  return (
    isFields(value) &&
    Object.keys(value).some((file) => file.startsWith(formerFolder)) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

function isEdits(value: unknown): value is Input['edits'] {
  const known = [...pluginFiles, ownFile];
  return (
    isFields(value) &&
    Object.entries(value).every(([file, text]) => known.includes(file) && typeof text === 'string')
  );
}
