import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';

const group = ['web-1', 'web-2', 'web-3'];
const zones: Readonly<Record<string, string>> = {
  'node-a': 'east',
  'node-b': 'east',
  'node-c': 'west',
  'node-d': 'west',
};

interface Placed {
  readonly name: string;
  readonly node: string;
  readonly index: number;
  readonly at: string;
}

/** Which node was chosen for which pod, in order. */
function placesOf(recording: Recording): Placed[] {
  return entriesOf(recording, 'sched.choose').map((entry) => ({
    name: entry.event.pod.replace('default/', ''),
    node: entry.event.node,
    index: entry.index,
    at: timeOf(entry),
  }));
}

function waiting(recording: Recording, names: readonly string[], why: string): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world);
  const name = names.find((one) => !pods.find(({ metadata }) => metadata.name === one)?.spec?.nodeName);
  return name === undefined
    ? undefined
    : { says: t`In the end \`${name}\` has no node. ${why}`, entry: last.index };
}

function groupWaits(recording: Recording): Problem | undefined {
  return waiting(
    recording,
    group,
    t`It has to be near a pod of the app web. There is no other, but it is one itself.`,
  );
}

function proxyWaits(recording: Recording): Problem | undefined {
  return waiting(recording, ['proxy'], t`On a node where a pod of the app web is, both its terms hold.`);
}

function withoutZone(recording: Recording): Problem | undefined {
  const placed = placesOf(recording).find(({ name, node }) => name !== 'api' && !(node in zones));
  if (!placed) return undefined;
  const says = t`At ${placed.at} \`${placed.name}\` comes to \`${placed.node}\`, which has no label for the zone. A pod there is in no zone, so no other pod can follow it there.`;
  return { says, entry: placed.index };
}

function scattered(recording: Recording): Problem | undefined {
  const [first, ...others] = placesOf(recording).filter(({ name }) => group.includes(name));
  const other = others.find(({ node }) => zones[node] !== zones[first?.node ?? '']);
  if (!first || !other) return undefined;
  const says = t`At ${other.at} \`${other.name}\` comes to \`${other.node}\`. That is not the zone of \`${first.name}\`, which is on \`${first.node}\`. \`${other.name}\` is not the first, though its own zone would have none yet.`;
  return { says, entry: other.index };
}

function proxyApart(recording: Recording): Problem | undefined {
  const places = placesOf(recording);
  const proxy = places.find(({ name }) => name === 'proxy');
  if (!proxy || places.some(({ name, node }) => group.includes(name) && node === proxy.node))
    return undefined;
  const says = t`At ${proxy.at} \`proxy\` comes to \`${proxy.node}\`, where no pod of the app web is. One of its terms asks for the zone, the other for the host, and both have to hold.`;
  return { says, entry: proxy.index };
}

function apiPlaced(recording: Recording): Problem | undefined {
  const api = placesOf(recording).find(({ name }) => name === 'api');
  if (!api) return undefined;
  const says = t`At ${api.at} \`api\` comes to \`${api.node}\`. It has to be near a pod of the app db. There is none, and \`api\` is not one itself.`;
  return { says, entry: api.index };
}

export const exercise: Exercise = {
  id: 'scheduler/pod-affinity/first',
  kind: 'code',
  title: 'Let the first one in',
  task:
    'This `satisfyPodAffinity` asks whether a matching pod is there already. So a group never gets its first member. Let the first one in, ' +
    'and no other pod that finds no match: neither one that looks for pods of another app, nor any pod on a node without the label.',
  file: 'kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.ts',
  symbol: 'satisfyPodAffinity',
  start: `function satisfyPodAffinity(state: PreFilterState, node: Node): boolean {
  const counts = state.topologyToMatchedAffinityTerms;
  const { requiredAffinityTerms } = state.podInfo;
  return requiredAffinityTerms.every(({ topologyKey }) => {
    const value = labelOf(node, topologyKey);
    return value !== undefined && counts.at(topologyKey, value) > 0;
  });
}`,
  scenario: 'scheduler/pod-affinity#together',
  seeds: [1, 2, 3, 10, 13],
  checks: [
    { name: 'Each pod of the group gets a node', problem: groupWaits },
    { name: 'No pod goes where the label is missing', problem: withoutZone },
    { name: 'The group is in one zone', problem: scattered },
    { name: '`api`, which looks for a pod that does not exist, waits', problem: apiPlaced },
    { name: '`proxy` gets a node', problem: proxyWaits },
    { name: '`proxy` is on a host of the group', problem: proxyApart },
  ],
  hints: [
    'Which pod is the first? If no pod in the whole cluster matches, nothing was counted at all: `counts.empty`.',
    'That is so for `api` as well, since no pod of the app db is there. How does `web-1` differ from it? Ask `podMatchesAllAffinityTerms(pod, terms)` about the pod itself.',
    'The first one may go to any node on which the others can find it. A node without the label is in no domain: a pod there is counted nowhere, and the next one is the first again.',
    'Look at the labels first, and fail if one is missing. Then: all counts are above 0, or it is the first.',
  ],
  why:
    'Without the exception a group would wait for itself for ever. An exception that asks for too little lets in every pod that finds no match, and affinity is worth nothing. ' +
    'The count has to be empty for all domains, not only for the domain of the node: else each zone would get a first pod.',
  next: 'Ask `counts.at(topologyKey, value) === 0` in place of `counts.empty`. Which check fails, and with which seeds does it not?',
};
