import type { Node, Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { node, pod } from '../handle.ts';
import { labels, selector } from '../labels.ts';

/** A topology key, the skew that is allowed, and what counts: pods with `foo` if nothing is said. `~` before the key: a wish. */
export type Constraint = readonly [key: string, maxSkew: number, selector?: string];

/** `name/zone` with the labels `node` and `zone`; a `?` before one of the two leaves its label out. */
export function nodeOf(text: string): Node {
  const [name = '', zone = ''] = text.split('/');
  const of = [
    ...(name.startsWith('?') ? [] : [`node=${name}`]),
    ...(zone.startsWith('?') ? [] : [`zone=${zone}`]),
  ];
  return node(name.replace('?', ''), labels(of.join(',')));
}

/** `node label,label`: a pod on it. `node ns:label` is of another namespace; `node ~label` is about to go. */
export function runningOf(text: string): Pod {
  const [, nodeName, namespace = '', going, is = ''] = /^(\S+) (?:(\w+):)?(~?)(.*)$/.exec(text) ?? [];
  return pod(
    { labels: labels(is), namespace, ...(going && { deletionTimestamp: '2021-01-01T00:00:00Z' }) },
    { nodeName },
  );
}

/** The pod that is to be scheduled; `on` and `notOn` name nodes that its affinity asks for, and those that it refuses. */
export function pendingOf(
  is: string,
  constraints: readonly Constraint[],
  { on, notOn }: { readonly on?: string; readonly notOn?: string } = {},
): Pod {
  const asks = on ? `node=${on}` : notOn && `node!=${notOn}`;
  const nodeAffinity = asks && {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [selector(asks)] },
  };
  const topologySpreadConstraints = constraints.map(([key, maxSkew, counts = 'foo']) => ({
    topologyKey: key.replace('~', ''),
    maxSkew,
    whenUnsatisfiable: key.startsWith('~') ? 'ScheduleAnyway' : 'DoNotSchedule',
    labelSelector: selector(counts),
  }));
  return pod(
    { labels: labels(is) },
    { topologySpreadConstraints, ...(nodeAffinity && { affinity: { nodeAffinity } }) },
  );
}

/** So many pods with `foo` on each node: `a2 b1` are two on node-a and one on node-b. */
export function foos(text: string): string[] {
  return text
    .split(' ')
    .flatMap((each) => Array.from({ length: Number(each.slice(1)) }, () => `node-${each[0]} foo`));
}
