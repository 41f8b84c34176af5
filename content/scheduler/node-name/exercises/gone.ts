import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  type EntryOf,
  entriesOf,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const collector = 'kube-controller-manager';

const asked = (recording: Recording, verb: string, resource: string): EntryOf<'api.request'>[] =>
  entriesOf(recording, 'api.request').filter(
    ({ event }) => event.program === collector && event.verb === verb && event.resource === resource,
  );

const podAt = ({ world }: Entry, name: string) =>
  podsIn(world).find(({ metadata }) => metadata.name === name);

/** What the API server said of a node when it was asked last before an entry: the code, 200 if it gave the node; 0 if it was not asked. */
function lastAnswer(recording: Recording, node: string, before: Entry): number {
  const request = asked(recording, 'get', 'nodes').findLast(
    ({ event, index }) => event.key === `nodes/${node}` && index < before.index,
  );
  if (!request) return 0;
  const error = entriesOf(recording, 'api.error').find(
    ({ event, index }) => event.key === request.event.key && index > request.index && index < before.index,
  );
  return error?.event.code ?? 200;
}

/** A pod that went though no answer had said that its node is gone; a pod whose node is there, if there is one. */
function notSure(recording: Recording): Problem | undefined {
  const all = asked(recording, 'delete', 'pods').map((entry) => {
    const name = entry.event.key.split('/').at(-1) ?? '';
    const node = podAt(entry, name)?.spec?.nodeName ?? '';
    const there = mapGet(entry.world.store.objects, `nodes/${node}`) !== undefined;
    return { entry, name, node, there, code: lastAnswer(recording, node, entry) };
  });
  const unsure = all.filter(({ code }) => code !== 404);
  const found = unsure.find(({ there }) => there) ?? unsure[0];
  if (!found) return undefined;
  const { entry, name, node, there, code } = found;
  const is = there ? t`\`${node}\` is there, and runs it.` : t`No answer has said that \`${node}\` is gone.`;
  let why = t`The API server had answered ${code}: that is an error, and no word about the node.`;
  if (code === 0) why = t`The API server was not asked about that node.`;
  else if (code === 200) why = t`The API server has it.`;
  return { says: t`At ${timeOf(entry)} \`${name}\` is deleted. ${is} ${why}`, entry: entry.index };
}

function stays(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  if (!podAt(last, 'report')) return undefined;
  const questions = asked(recording, 'get', 'nodes').filter(({ event }) => event.key === 'nodes/node-9');
  const [first] = questions;
  if (questions.length !== 1 || !first) {
    const says = t`In the end \`report\` is still there, though its node \`node-9\` does not exist.`;
    return { says, entry: last.index };
  }
  const says = t`In the end \`report\` is still there. The API server was asked about \`node-9\` once, at ${timeOf(first)}, and never again. A key that is not given back with \`done\` never comes out of the queue again.`;
  return { says, entry: first.index };
}

function askedInVain(recording: Recording): Problem | undefined {
  const entry = asked(recording, 'get', 'nodes').find(({ event }) => event.key === 'nodes/node-c');
  if (!entry) return undefined;
  const says = t`At ${timeOf(entry)} the API server is asked about \`node-c\`. That node came meanwhile, and the cache has it: look at \`existingNodeNames\` first.`;
  return { says, entry: entry.index };
}

/** A node about which the API server is asked again and again, without a pause. */
function askedAtOnce(recording: Recording): Problem | undefined {
  const last = new Map<string, EntryOf<'api.request'>>();
  for (const entry of asked(recording, 'get', 'nodes')) {
    const { key } = entry.event;
    const before = last.get(key);
    last.set(key, entry);
    if (!before || entry.at - before.at > 1000) continue;
    const node = key.replace('nodes/', '');
    const says = t`At ${timeOf(entry)} the API server is asked about \`${node}\` again, ${entry.at - before.at} ms after it was asked before, and had given no answer. A key that is put back at once makes requests without a pause. Leave the node out: the next pass puts it into quarantine again.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'scheduler/node-name/gone',
  kind: 'code',
  title: 'Is it really gone?',
  task:
    'This `discoverDeletedNodes` takes the names whose quarantine is over, and reports all of these nodes as gone. Three pods are on nodes that the cache did not know: ' +
    '`web`, whose node came meanwhile, `db`, whose node is there though the cache has not heard of it, and `report`, whose node never comes. ' +
    'Find out which node is gone. For a while, the API server answers no question about nodes; then leave it to the next pass to ask again.',
  file: 'kubernetes/pkg/controller/podgc/gc_controller.ts',
  symbol: 'PodGCController.discoverDeletedNodes',
  start: `*discoverDeletedNodes(
  existingNodeNames: ReadonlySet<string>,
): Blocking<[ReadonlySet<string>, false] | [undefined, true]> {
  const deletedNodesNames = new Set<string>();
  while (this.#nodeQueue.len() > 0) {
    const [nodeName, quit] = yield* this.#nodeQueue.get();
    if (quit) {
      return [undefined, true];
    }
    deletedNodesNames.add(nodeName);
    this.#nodeQueue.done(nodeName);
  }
  return [deletedNodesNames, false];
}`,
  scenario: 'scheduler/node-name#missed',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'No pod is deleted before the API server has said that its node is gone', problem: notSure },
    { name: 'The pod whose node never comes is deleted in the end', problem: stays },
    { name: 'The API server is not asked about a node that the cache has', problem: askedInVain },
    { name: 'The API server is not asked again at once', problem: askedAtOnce },
  ],
  hints: [
    '`existingNodeNames` are the nodes that the cache has now. A node in quarantine may be among them by this time.',
    'The cache may be late. `yield* this.checkIfNodeExists(nodeName)` asks the API server, and gives `[exists, err]`.',
    'With an error, nothing is known. Leave the node out: as long as a pod is on it, the next pass puts it into quarantine again.',
    'But the queue takes a key in again only after `done`. So give back every key that you took, whatever came of it.',
  ],
  why:
    'A cache can tell that something is there, and not that it is gone: what is missing may be on its way. So ask the source before you do what cannot be undone. ' +
    'Only *NotFound* says that the node is gone; any other error says nothing. The quarantine makes the question rare, and does not replace it.',
  next: 'Leave the quarantine out of `gcOrphaned`, with a delay of 0. Does the collector delete a pod that it should not? What does it do more often?',
};
