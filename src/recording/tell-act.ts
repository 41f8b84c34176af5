import type { Act } from '../runtime/cluster/acts.ts';
import type { EventOf } from '../runtime/observe/events.ts';
import { durationWords, objectWords, programWords } from './words.ts';

/** Who does what to the cluster from outside, and whether it was refused. */
export function tellAct({ act, by, error }: EventOf<'act'>): string {
  const who = by === 'reader' ? 'you' : 'the story';
  const refused = error === undefined ? '' : `, which fails: ${error}`;
  return `${who} ${by === 'reader' ? actWords(act) : thirdPerson(actWords(act))}${refused}`;
}

/** What an act does, after "you" or "to": "scale ReplicaSet default/web to 3 replicas". */
export function actWords(act: Act): string {
  switch (act.kind) {
    case 'scale':
      return `scale ReplicaSet ${act.namespace}/${act.name} to ${act.replicas} replicas`;
    case 'delete':
      return `delete ${objectWords(act.resource, keyOf(act))}`;
    case 'fail':
      return `let pod ${keyOf(act)} fail`;
    case 'relabel':
      return `label ${objectWords(act.resource, keyOf(act))}: ${labelWords(act.labels)}`;
    case 'apply':
      return `apply ${appliedWords(act.object)}`;
    case 'cut-watch':
      return `cut the watch of ${programWords(act.program)} on ${act.resource} for ${durationWords(act.forMs)}`;
    case 'delay-watch':
      return act.delayMs === 0
        ? `mend the watch of ${programWords(act.program)} on ${act.resource}: events arrive without delay again`
        : `delay the watch of ${programWords(act.program)} on ${act.resource} by ${durationWords(act.delayMs)}`;
    case 'conflict':
      return `make the next ${act.times === 1 ? 'update' : `${act.times} updates`} of ${act.resource} conflict`;
    case 'crash':
      return `crash ${programWords(act.program)}`;
    case 'start':
      return `start ${programWords(act.program)}`;
    default:
      return act satisfies never;
  }
}

/** An act in a few letters, for a tick: "scale web → 3". */
export function actLabel(act: Act): string {
  switch (act.kind) {
    case 'scale':
      return `scale ${act.name} → ${act.replicas}`;
    case 'delete':
    case 'fail':
    case 'relabel':
      return `${act.kind} ${act.name}`;
    case 'apply':
      return `apply ${appliedName(act.object)}`;
    case 'cut-watch':
    case 'delay-watch':
      return `${act.kind.replace('-', ' ')} ${act.resource}`;
    case 'conflict':
      return `conflict ${act.resource}`;
    case 'crash':
    case 'start':
      return `${act.kind} ${act.program}`;
    default:
      return act satisfies never;
  }
}

/** "scale" becomes "scales". */
function thirdPerson(words: string): string {
  const [verb = '', ...rest] = words.split(' ');
  const said = /(ch|sh|s|x)$/.test(verb)
    ? `${verb}es`
    : verb.endsWith('y')
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  return [said, ...rest].join(' ');
}

function keyOf(act: { readonly namespace: string; readonly name: string }): string {
  return act.namespace === '' ? act.name : `${act.namespace}/${act.name}`;
}

function labelWords(labels: Readonly<Record<string, string | null>>): string {
  const words = Object.entries(labels).map(([key, value]) =>
    value === null ? `without ${key}` : `${key}=${value}`,
  );
  return words.length === 0 ? 'no change' : words.join(', ');
}

function appliedWords(object: Readonly<Record<string, unknown>>): string {
  return `${typeof object.kind === 'string' ? object.kind : 'object'} ${appliedName(object)}`;
}

function appliedName(object: Readonly<Record<string, unknown>>): string {
  const metadata = object.metadata as { readonly namespace?: string; readonly name?: string } | undefined;
  const name = metadata?.name ?? 'without a name';
  return metadata?.namespace ? `${metadata.namespace}/${name}` : name;
}
