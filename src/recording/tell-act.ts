import { language, t, translated } from '../i18n/t.ts';
import type { Act } from '../runtime/stage/acts.ts';
import type { EventOf } from '../runtime/stage/events.ts';
import { durationWords, listed, objectWords, programWords } from './words.ts';

/** Who does what to the cluster from outside, and whether it was refused. */
export function tellAct({ act, by, error }: EventOf<'act'>): string {
  const words = actWords(act);
  const told = by === 'reader' ? t`you ${words}` : t`the story ${thirdPerson(words)}`;
  return error === undefined ? told : t`${told}, which fails: ${translated(error)}`;
}

/** What an act does, after "you" or "to": "scale ReplicaSet default/web to 3 replicas". */
export function actWords(act: Act): string {
  switch (act.kind) {
    case 'scale':
      return t`scale ReplicaSet ${keyOf(act)} to ${act.replicas} replicas`;
    case 'delete':
      return t`delete ${objectWords(act.resource, keyOf(act))}`;
    case 'fail':
      return t`let pod ${keyOf(act)} fail`;
    case 'relabel':
      return t`label ${objectWords(act.resource, keyOf(act))}: ${labelWords(act.labels)}`;
    case 'label-node':
      return t`label ${objectWords('nodes', act.node)}: ${labelWords(act.labels)}`;
    case 'taint':
      return t`taint node ${act.node}: ${listed(act.taints)}`;
    case 'cordon':
      return act.unschedulable ? t`cordon node ${act.node}` : t`uncordon node ${act.node}`;
    case 'add-node':
      return t`add node ${act.node}${nodeWords(act)}`;
    case 'node-pool':
      return t`set the pool of nodes to ${act.nodes}`;
    case 'apply':
      return t`apply ${appliedWords(act.object)}`;
    case 'cut-watch':
      return t`cut the watch of ${programWords(act.program)} on ${act.resource} for ${durationWords(act.forMs)}`;
    case 'delay-watch':
      return act.delayMs === 0
        ? t`mend the watch of ${programWords(act.program)} on ${act.resource}: events arrive without delay again`
        : t`delay the watch of ${programWords(act.program)} on ${act.resource} by ${durationWords(act.delayMs)}`;
    case 'lose-event':
      return act.times === 1
        ? t`lose the next event of the watch of ${programWords(act.program)} on ${act.resource}`
        : t`lose the next ${act.times} events of the watch of ${programWords(act.program)} on ${act.resource}`;
    case 'refuse':
      return t`make the API server answer 503 to ${act.path} for ${durationWords(act.forMs)}`;
    case 'conflict':
      return act.times === 1
        ? t`make the next update of ${act.resource} conflict`
        : t`make the next ${act.times} updates of ${act.resource} conflict`;
    case 'partition':
      return t`cut ${programWords(act.program)} off from the API server for ${durationWords(act.forMs)}`;
    case 'pause':
      return t`let ${programWords(act.program)} stand still for ${durationWords(act.forMs)}`;
    case 'skew-clock':
      return clockWords(act);
    case 'crash':
      return t`crash ${programWords(act.program)}`;
    case 'terminate':
      return t`send SIGTERM to ${programWords(act.program)}`;
    case 'send-usr2':
      return t`send SIGUSR2 to ${programWords(act.program)}`;
    case 'start':
      return act.args
        ? t`start ${programWords(act.program)} with ${act.args.join(' ')}`
        : t`start ${programWords(act.program)}`;
    case 'profile':
      return t`start ${programWords(act.program)} with ${profileWords(act)}`;
    case 'request':
      return act.token === undefined
        ? t`get ${pathOf(act)} of ${programWords(act.program)}`
        : t`get ${pathOf(act)} of ${programWords(act.program)} with the token ${act.token}`;
    default:
      return act satisfies never;
  }
}

/** An act in a few letters, for a tick: "scale web → 3". */
export function actLabel(act: Act): string {
  switch (act.kind) {
    case 'scale':
      return t`scale ${act.name} → ${act.replicas}`;
    case 'delete':
    case 'fail':
    case 'relabel':
      return t`${translated(act.kind)} ${act.name}`;
    case 'label-node':
    case 'taint':
    case 'add-node':
      return t`${translated(act.kind.replace('-', ' '))} ${act.node}`;
    case 'cordon':
      return act.unschedulable ? t`cordon ${act.node}` : t`uncordon ${act.node}`;
    case 'node-pool':
      return t`pool → ${act.nodes}`;
    case 'apply':
      return t`apply ${appliedName(act.object)}`;
    case 'cut-watch':
    case 'delay-watch':
    case 'lose-event':
      return t`${translated(act.kind.replace('-', ' '))} ${act.resource}`;
    case 'conflict':
      return t`conflict ${act.resource}`;
    case 'partition':
    case 'pause':
    case 'skew-clock':
    case 'crash':
    case 'terminate':
    case 'start':
    case 'profile':
      return t`${translated(act.kind.replace('-', ' '))} ${act.program}`;
    case 'send-usr2':
      return `SIGUSR2 ${act.program}`;
    case 'refuse':
      return t`refuse ${act.path}`;
    case 'request':
      return t`get ${pathOf(act)}`;
    default:
      return act satisfies never;
  }
}

function clockWords({ program, percent, aheadMs }: Extract<Act, { kind: 'skew-clock' }>): string {
  const who = programWords(program);
  if (percent === 100 && aheadMs === 0) return t`set the clock of ${who} right`;
  const away = durationWords(Math.abs(aheadMs));
  const hands =
    aheadMs < 0 ? t`set the clock of ${who} ${away} back` : t`set the clock of ${who} ${away} ahead`;
  if (percent === 100) return hands;
  return aheadMs === 0
    ? t`let the clock of ${who} count ${percent} ms in 100`
    : t`${hands}, counting ${percent} ms in 100`;
}

/** "NodeAffinity 5, NodeResourcesFit ✕". */
function profileWords({ weights, without }: Extract<Act, { kind: 'profile' }>): string {
  return listed(
    [...Object.entries(weights), ...without.map((name) => [name, '✕'])].map((pair) => pair.join(' ')),
  );
}

/** `/healthz`, or `:10257/healthz`. */
function pathOf({ path, port }: Extract<Act, { kind: 'request' }>): string {
  return port === undefined ? path : `:${port}${path}`;
}

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

function keyOf(act: { readonly namespace: string; readonly name: string }): string {
  return act.namespace === '' ? act.name : `${act.namespace}/${act.name}`;
}

function labelWords(labels: Readonly<Record<string, string | null>>): string {
  const words = Object.entries(labels).map(([key, value]) =>
    value === null ? t`without ${key}` : `${key}=${value}`,
  );
  return words.length === 0 ? t`no change` : listed(words);
}

/** What a new node has that others have not: " with cpu=4, disk=ssd and k=v:NoSchedule". */
function nodeWords({
  allocatable = {},
  labels = {},
  taints = [],
}: Extract<Act, { kind: 'add-node' }>): string {
  const said = Object.entries({ ...allocatable, ...labels }).map(([key, value]) => `${key}=${value}`);
  const all = [...said, ...taints];
  return all.length === 0 ? '' : t` with ${listed(all)}`;
}

function appliedWords(object: Readonly<Record<string, unknown>>): string {
  return `${typeof object.kind === 'string' ? object.kind : t`object`} ${appliedName(object)}`;
}

function appliedName(object: Readonly<Record<string, unknown>>): string {
  const metadata = object.metadata as { readonly namespace?: string; readonly name?: string } | undefined;
  const name = metadata?.name ?? t`without a name`;
  return metadata?.namespace ? `${metadata.namespace}/${name}` : name;
}
