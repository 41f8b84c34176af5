/** How the names of a run are said in sentences. */

import { language, t, translated } from '../i18n/t.ts';
import { kindWords, nameOfProgram } from './subjects.ts';

/** The English for one object of a resource: "pod", "ReplicaSet"; the resource itself where it has no word. */
export function singularOf(resource: string): string {
  return kindWords(resource)?.one ?? resource;
}

/** `singularOf`, in the reader's language. */
function oneOf(resource: string): string {
  return translated(singularOf(resource));
}

/** `default/web` of `replicasets/default/web`; a key without its resource stays as it is. */
export function withoutResource(resource: string, key: string): string {
  return key.startsWith(`${resource}/`) ? key.slice(resource.length + 1) : key;
}

/** "pod default/web-1". */
export function objectWords(resource: string, key: string): string {
  const name = withoutResource(resource, key);
  return name === '' || name === resource ? oneOf(resource) : `${oneOf(resource)} ${name}`;
}

/** The last part of a key: `web-1` of `pods/default/web-1`. */
export function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Takes `<program>/<resource>` apart; programs may have slashes of their own. */
export function splitName(name: string): { readonly program: string; readonly resource: string } {
  const at = name.lastIndexOf('/');
  return at < 0
    ? { program: '', resource: name }
    : { program: name.slice(0, at), resource: name.slice(at + 1) };
}

/**
 * A program or user agent as a sentence says it: "kube-controller-manager",
 * "the kubelet stand-in on node-a", "the scheduler stand-in".
 */
export function programWords(program: string): string {
  const [first = ''] = program.split('/');
  return nameOfProgram(program) ?? (first === '' ? t`a client outside` : first);
}

/** "a, b, c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : words.reduce((all, one) => t`${all}, ${one}`);
}

/** What a process waits on, by the runtime's name for it: one thing, or several with "or" between. */
export function awaited(on: string): string {
  const names = on.split(' or ').map((name) => translated(name));
  return names.reduce((all, name) => t`${all} or ${name}`);
}

/** Starts a sentence with a capital, unless it starts with a name: kubectl, worker-1, default/web. */
export function capitalised(sentence: string): string {
  if (language() !== 'en') return sentence;
  const starts = /^[a-z]+[ ,:]/.test(sentence) && !sentence.startsWith('kubectl');
  return starts ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
}

/** "3 pods", "1 pod": `one` is the English for one, `many` for more where no rule makes it. A translation has "{0} pod". */
export function countOf(count: number, one: string, many = pluralOf(one)): string {
  if (language() !== 'en') return translated(`{0} ${one}`, count);
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function pluralOf(one: string): string {
  if (/(ch|s|x)$/.test(one)) return `${one}es`;
  return one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`;
}

/** "0 StatefulSets": so many objects of a resource; by the resource itself where it has no word. */
export function countOfKind(count: number, resource: string): string {
  const words = kindWords(resource);
  return words ? countOf(count, words.one, words.many) : `${count} ${resource}`;
}

/** Virtual ms as people say it: "250 ms", "2 s", "5 min". */
export function durationWords(ms: number): string {
  if (ms >= 60_000 && ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}

/** `durationWords` to a hundredth of a second, for times that come of chance: "17.71 s". */
export function roughWords(ms: number): string {
  return durationWords(ms < 1000 ? ms : Math.round(ms / 10) * 10).replace(/^(\d+)(\d\d)0 ms$/, '$1.$2 s');
}

/** "pod default/web-1 was added", as a watch and a handler say it. */
export function changedWords(
  how: 'ADDED' | 'MODIFIED' | 'DELETED' | 'add' | 'update' | 'delete',
  what: string,
): string {
  if (how === 'ADDED' || how === 'add') return t`${what} was added`;
  return how === 'DELETED' || how === 'delete' ? t`${what} was deleted` : t`${what} was changed`;
}
