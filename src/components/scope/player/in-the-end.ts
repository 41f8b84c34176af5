import { t } from '../../../i18n/t.ts';
import type { WorldChange } from '../../../recording/map-changes.ts';
import { capitalised, countOf, objectWords } from '../../../recording/words.ts';

/** The most differences told one by one. */
const mostTold = 5;

/** What no reader compares: numbers and times that are others in each run. */
const idle = /^metadata\.(resourceVersion|uid|managedFields|ownerReferences)\b|(Time|Timestamp)$/;

/** The prefix that the API server has given a name to, as `pods/default/web-`; undefined of an object that was named by who made it. */
export type PrefixOf = (key: string) => string | undefined;

/**
 * How two clusters differ in the end, a sentence each. Objects of which chance made the names are counted, and not named: they have others
 * in each run.
 */
export function endWords(stored: readonly WorldChange[], prefixOf: PrefixOf): string[] {
  const more = new Map<string, number>();
  const words = stored.flatMap(({ name, change, paths }) => {
    const prefix = change === 'changed' ? undefined : prefixOf(name);
    if (prefix !== undefined) {
      more.set(prefix, (more.get(prefix) ?? 0) + (change === 'added' ? 1 : -1));
      return [];
    }
    const what = objectIn(name);
    if (change === 'added') return [t`Only your run has ${what}.`];
    if (change === 'removed') return [t`Only the story's run has ${what}.`];
    const others = paths.filter(({ path }) => !idle.test(path));
    const telling = others.find(({ path }) => /^(spec|status)\./.test(path)) ?? others[0];
    if (!telling) return [];
    const [before, after] = [show(telling.before), show(telling.after)];
    return [capitalised(t`${what} differs: ${telling.path} ${before} → ${after}.`)];
  });
  const counted = [...more].flatMap(([prefix, count]) => {
    const what = `${objectIn(prefix)}…`;
    if (count > 0) return [t`Your run has ${count} more of ${what}`];
    return count < 0 ? [t`The story's run has ${-count} more of ${what}`] : [];
  });
  const all = [...counted, ...words];
  if (all.length === 0)
    return [
      more.size > 0
        ? t`Both clusters hold as many objects of each kind in the end. Some have other names: chance made them.`
        : t`Both clusters hold the same objects in the end.`,
    ];
  const left = all.length - mostTold;
  return left > 0 ? [...all.slice(0, mostTold), t`And ${countOf(left, 'difference')} more.`] : all;
}

const objectIn = (key: string): string => objectWords(key.slice(0, key.indexOf('/')), key);

function show(value: unknown): string {
  if (value === undefined) return t`nothing`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
