import { language, t, translated } from '../i18n/t.ts';
import type { Act } from '../runtime/stage/acts.ts';
import type { EventOf } from '../runtime/stage/events.ts';
import { actWordsOf } from './subjects.ts';
import { listed } from './words.ts';

/** Who does what to the cluster from outside, and whether it was refused. */
export function tellAct({ act, by, error }: EventOf<'act'>): string {
  const words = actWords(act);
  const told = by === 'reader' ? t`you ${words}` : t`the user ${thirdPerson(words)}`;
  return error === undefined ? told : t`${told}, which fails: ${translated(error)}`;
}

/** What an act does, after "you" or "to": "scale ReplicaSet default/web to 3 replicas". */
export const actWords = (act: Act): string => actWordsOf(act.kind)?.words(act) ?? act.kind;

/** What somebody wants by an act, as a clause: "the user wants 3 pods". */
export const wishWords = (act: Act): string => actWordsOf(act.kind)?.wish(act) ?? act.kind;

/** An act in a few letters, for a tick: "scale web → 3". */
export const actLabel = (act: Act): string => actWordsOf(act.kind)?.label(act) ?? act.kind;

/** "scale" becomes "scales", in English. */
function thirdPerson(words: string): string {
  if (language() !== 'en') return words;
  const [verb = '', ...rest] = words.split(' ');
  const said = /(ch|sh|s|x)$/.test(verb)
    ? `${verb}es`
    : /[^aeo]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  return [said, ...rest].join(' ');
}

/** `default/web`, or `web` of what has no namespace. */
export function keyOf(act: { readonly namespace: string; readonly name: string }): string {
  return act.namespace === '' ? act.name : `${act.namespace}/${act.name}`;
}

/** Labels as an act sets them and takes them away. */
export function labelWords(labels: Readonly<Record<string, string | null>>): string {
  const words = Object.entries(labels).map(([key, value]) =>
    value === null ? t`without ${key}` : `${key}=${value}`,
  );
  return words.length === 0 ? t`no change` : listed(words);
}

/** "Pod default/web": what somebody applies. */
export function appliedWords(object: Readonly<Record<string, unknown>>): string {
  return `${typeof object.kind === 'string' ? object.kind : t`object`} ${appliedName(object)}`;
}

/** "default/web". */
export function appliedName(object: Readonly<Record<string, unknown>>): string {
  const metadata = object.metadata as { readonly namespace?: string; readonly name?: string } | undefined;
  const name = metadata?.name ?? t`without a name`;
  return metadata?.namespace ? `${metadata.namespace}/${name}` : name;
}
