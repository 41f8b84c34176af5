import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type {
  KubeObject,
  Node,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import { emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const program = 'pod-manager';
const periodMs = 10_000;

type Request = EntryOf<'api.request'>;
const requests = (recording: Recording, verb: string, resource: string): Request[] =>
  entriesOf(recording, 'api.request').filter(
    ({ event }) => event.program === program && event.verb === verb && event.resource === resource,
  );

/** Rounds begin when the cache is filled, and then every ten seconds: their times are known without a look at the code. */
function roundsOf(recording: Recording): Entry[] {
  const { entries } = recording;
  const end = lastEntry(recording).at;
  const rounds: Entry[] = [];
  for (let at = 100 + periodMs; at + 1000 < end; at += periodMs) {
    const before = entries.findLast((entry) => entry.at <= at + 1000);
    if (before) rounds.push(before);
  }
  return rounds;
}

const cached = ({ world }: Entry): number => (mapGet(world.indexers, `${program}/pods`) ?? emptyMap()).size;

const nodesOf = ({ world }: Entry): Node[] =>
  mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('nodes/') ? [object as Node] : [],
  );
const isMaster = ({ metadata }: Node): boolean =>
  metadata.labels?.['node-role.kubernetes.io/master'] !== undefined;

/** What the API server said last against a write of a node, if it did. */
function refusedBefore(recording: Recording, round: Entry, name: string): string {
  const refused = entriesOf(recording, 'api.error').findLast(
    ({ event, index }) => event.program === program && event.key === `nodes/${name}` && index <= round.index,
  );
  return refused
    ? t` At ${timeOf(refused)} the API server refused to write it: ${refused.event.message}`
    : '';
}

function wrongLabel(recording: Recording): Problem | undefined {
  for (const round of roundsOf(recording)) {
    const count = String(cached(round));
    const wrong = nodesOf(round).find(
      (node) => isMaster(node) && node.metadata.labels?.['demo.example/pods'] !== count,
    );
    if (!wrong) continue;
    const { name = '', labels = {} } = wrong.metadata;
    const has = labels['demo.example/pods'] ?? t`nothing`;
    const says = t`At ${timeOf(round)}, after a round, the label \`demo.example/pods\` of \`${name}\` says ${has}, and the cache has ${count} pods.${refusedBefore(recording, round, name)}`;
    return { says, entry: round.index };
  }
  return undefined;
}

function labelOfAnother(recording: Recording): Problem | undefined {
  for (const write of entriesOf(recording, 'store.write')) {
    if (write.event.resource !== 'nodes' || write.event.program !== program) continue;
    const [now, before] = [write.event.object as Node, write.event.previous as Node | undefined];
    const { name = '', labels = {} } = now.metadata;
    if (!isMaster(now)) {
      const says = t`At ${timeOf(write)} \`${name}\` gets the label, and it is no master.`;
      return { says, entry: write.index };
    }
    const lost = Object.keys(before?.metadata.labels ?? {}).find((key) => labels[key] === undefined);
    if (lost === undefined) continue;
    const says = t`At ${timeOf(write)} \`${name}\` loses its label \`${lost}\`. An update writes the whole node: take the labels that it has along.`;
    return { says, entry: write.index };
  }
  return undefined;
}

function podsAskedFor(recording: Recording): Problem | undefined {
  const second = requests(recording, 'list', 'pods')[1];
  if (!second) return undefined;
  const says = t`At ${timeOf(second)} the API server is asked for all pods again. They are in the cache: ask \`this.podLister\`.`;
  return { says, entry: second.index };
}

function neededNoWrite(recording: Recording): Problem | undefined {
  for (const request of requests(recording, 'update', 'nodes')) {
    const name = request.event.key.replace('nodes/', '');
    const node = nodesOf(request).find(({ metadata }) => metadata.name === name);
    if (node?.metadata.labels?.['demo.example/pods'] !== String(cached(request))) continue;
    const says = t`At ${timeOf(request)} \`${name}\` is written, and its label is right already. A write that changes nothing is a request for nothing.`;
    return { says, entry: request.index };
  }
  return undefined;
}

function tellsNothing(recording: Recording): Problem | undefined {
  const told = entriesOf(recording, 'event.record').filter(({ event }) => event.program === program);
  for (const round of roundsOf(recording)) {
    const pods = mapEntries<KubeObject>(mapGet(round.world.indexers, `${program}/pods`) ?? emptyMap());
    const silent = pods.find(
      ([, { metadata }]) =>
        !told.some(({ event, at }) => event.about === `Pod/${metadata.name}` && at <= round.at),
    );
    if (!silent) continue;
    const says = t`At ${timeOf(round)}, after a round, there is no event about the pod \`${silent[0]}\`.`;
    return { says, entry: round.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'your-own/first-controller/round',
  kind: 'code',
  title: 'One round',
  task:
    'This round prints the pods and does no more. Let it write their number on every master, as the label `demo.example/pods`, ' +
    'and record an event about each pod. One thing the controller of this chapter does not do: where the label is right, write nothing.',
  file: 'demo/pod-controller.ts',
  symbol: 'PodController.reconcilePods',
  start: `  *reconcilePods(): Blocking<void> {
    const [pods, err] = this.podLister.list(everything());
    if (err) return this.#print(\`list pods: \${err.message}\`);
    for (const { metadata } of pods) this.#print(\`pod \${metadata.namespace}/\${metadata.name}\`);
  }`,
  solution: `  *reconcilePods(): Blocking<void> {
    const [pods, err] = this.podLister.list(everything());
    if (err) return this.#print(\`list pods: \${err.message}\`);
    for (const { metadata } of pods) this.#print(\`pod \${metadata.namespace}/\${metadata.name}\`);

    const nodes = this.kubeClient.coreV1().nodes();
    const [masters, listErr] = yield* nodes.list({ labelSelector: masterLabel });
    if (listErr) return this.#print(\`list nodes: \${listErr.message}\`);
    for (const node of masters.items) {
      if (node.metadata.labels?.['demo.example/pods'] === String(pods.length)) continue;
      const [, updateErr] = yield* nodes.update(withPodCount(node, pods.length));
      if (updateErr) this.#print(\`update node \${node.metadata.name}: \${updateErr.message}\`);
    }

    for (const pod of pods) this.recorder.eventf(pod, 'Normal', 'Counted', 'one of %d pods', pods.length);
  }`,
  scenario: 'your-own/first-controller#comings',
  seeds: [2, 5, 11, 42, 99],
  checks: [
    { name: 'After a round each master has the number of pods', problem: wrongLabel },
    { name: 'Masters alone are written, and keep their other labels', problem: labelOfAnother },
    { name: 'Pods are read from the cache', problem: podsAskedFor },
    { name: 'A label that is right is not written', problem: neededNoWrite },
    { name: 'There is an event about each pod', problem: tellsNothing },
  ],
  hints: [
    'Three things are missing: which nodes are masters, the write, and the events. `this.kubeClient`, `this.recorder` and `masterLabel` are at hand.',
    'A client asks with `yield*`, and answers with a value or an error: `const [masters, err] = yield* this.kubeClient.coreV1().nodes().list({ labelSelector: masterLabel })`. The nodes are in `masters.items`.',
    '`withPodCount(node, count)` gives a copy of a node with the label; `nodes().update(copy)` writes it. Leave a node out if `node.metadata.labels` says the number already.',
    "`this.recorder.eventf(pod, 'Normal', 'Counted', 'one of %d pods', pods.length)` records an event. It never waits.",
  ],
  why:
    'A round reads, compares and writes. To compare before writing costs a line, and spares a request to a server that has thousands of others to answer. ' +
    'What fails is printed, and the next round tries again: a loop on a timer may forget its errors. A loop that waits for events may not.',
  next: 'Set `periodMs` to 1000 in the whole file. How many requests does the manager send in a minute, and how many of them change something?',
};
