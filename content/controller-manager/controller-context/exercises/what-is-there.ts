import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';

const program = 'kube-controller-manager';

/** The story starts the program three times: with a group that fails, with nothing that answers, and with all well. */
type Start = 0 | 1 | 2;

/** What is recorded from one of the starts up to the next; nothing of a start that there was not. */
function during({ entries, ...rest }: Recording, start: Start): Recording {
  const starts = entries.filter(({ event }) => event.kind === 'program.start' && event.program === program);
  const [from, to] = [starts[start]?.index ?? Infinity, starts[start + 1]?.index ?? Infinity];
  return { ...rest, entries: entries.filter(({ index }) => index >= from && index < to) };
}

const exitOf = (recording: Recording, start: Start): EntryOf<'program.exit'> | undefined =>
  entriesOf(during(recording, start), 'program.exit')[0];

const startsOf = (recording: Recording, start: Start, name: string): boolean =>
  entriesOf(during(recording, start), 'startup').some(
    ({ event }) => event.phase === 'started' && event.name === name,
  );

function endsForOneGroup(recording: Recording): Problem | undefined {
  const exit = exitOf(recording, 0);
  if (!exit) return undefined;
  const says = t`At ${timeOf(exit)} the controller-manager ends: ${exit.event.why}. The API server named nine groups and versions, and failed for one alone.`;
  return { says, entry: exit.index };
}

function forgetsOthers(recording: Recording): Problem | undefined {
  if (exitOf(recording, 0) || startsOf(recording, 0, 'job')) return undefined;
  const says = t`The controller \`job\` does not run, though the API server named \`batch/v1\`. What could be discovered has to be in the set.`;
  return { says, entry: lastEntry(recording).index };
}

function saysNothing(recording: Recording): Problem | undefined {
  const output = entriesOf(during(recording, 0), 'program.output');
  if (exitOf(recording, 0) || output.some(({ event }) => event.text.includes('apps/v1'))) return undefined;
  const says = t`The log does not name \`apps/v1\`, which is missing. The controller \`replicaset\` is skipped, as if this cluster had no ReplicaSets, and no operator will know why.`;
  return { says, entry: lastEntry(recording).index };
}

function goesOnWithNothing(recording: Recording): Problem | undefined {
  const exit = exitOf(recording, 1);
  if (exit?.event.code === 2) {
    const says = t`At ${timeOf(exit)} the controller-manager panics, where it learned of nothing at all. Return an error: the caller ends the program and logs why.`;
    return { says, entry: exit.index };
  }
  if (exit) return undefined;
  const steps = entriesOf(during(recording, 1), 'startup');
  const context = steps.find(({ event }) => event.phase === 'context');
  const says = t`Nothing at all could be discovered, and the controller-manager goes on. It runs without controllers until an operator notices. Return an error where \`resourceMap\` is empty.`;
  return { says, entry: (context ?? lastEntry(recording)).index };
}

function leavesOut(recording: Recording): Problem | undefined {
  // A program that still runs is not started again.
  if (during(recording, 2).entries.length === 0) return undefined;
  for (const name of ['job', 'replicaset']) {
    if (startsOf(recording, 2, name)) continue;
    const says = t`In the last start everything could be discovered, and the controller \`${name}\` does not run.`;
    return { says, entry: lastEntry(recording).index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'controller-manager/controller-context/what-is-there',
  kind: 'code',
  title: 'One group that does not answer',
  task:
    'This controller-manager does not start if a single group cannot be discovered: one broken extension, and nothing runs. ' +
    'Let it go on with what it could learn, and write into its log what it could not. Only where it learned nothing at all, return an error.',
  file: 'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  symbol: 'getAvailableResources',
  start: `export function* getAvailableResources(
  os: OS,
  clientBuilder: ControllerClientBuilder,
): Blocking<Result<Set<string>>> {
  const client = yield* clientBuilder.clientOrDie('controller-discovery');
  const [, resourceMap = [], err] = yield* client.discovery().serverGroupsAndResources();
  if (err) return [undefined, err];

  const allResources = new Set<string>();
  for (const { groupVersion, resources } of resourceMap) {
    const [version, versionErr] = parseGroupVersion(groupVersion);
    if (versionErr) return [undefined, versionErr];
    for (const { name } of resources) allResources.add(resourceText({ ...version, resource: name }));
  }
  return [allResources, undefined];
}`,
  solution: `export function* getAvailableResources(
  os: OS,
  clientBuilder: ControllerClientBuilder,
): Blocking<Result<Set<string>>> {
  const client = yield* clientBuilder.clientOrDie('controller-discovery');
  const [, resourceMap = [], err] = yield* client.discovery().serverGroupsAndResources();
  if (err) klog(os).error(\`unable to get all supported resources from server: \${err.message}\`);
  if (resourceMap.length === 0)
    return [undefined, new Error('unable to get any supported resources from server')];

  const allResources = new Set<string>();
  for (const { groupVersion, resources } of resourceMap) {
    const [version, versionErr] = parseGroupVersion(groupVersion);
    if (versionErr) return [undefined, versionErr];
    for (const { name } of resources) allResources.add(resourceText({ ...version, resource: name }));
  }
  return [allResources, undefined];
}`,
  scenario: 'controller-manager/controller-context#patchy',
  seeds: [1, 8, 27, 64, 125],
  checks: [
    { name: 'One group that fails does not end the program', problem: endsForOneGroup },
    { name: 'What could be discovered is there', problem: forgetsOthers },
    { name: 'The log says what is missing', problem: saysNothing },
    { name: 'If there is nothing, the program does not go on', problem: goesOnWithNothing },
    { name: 'If all is well, everything is there', problem: leavesOut },
  ],
  hints: [
    '`serverGroupsAndResources` can give both: the lists that came, and an error that names those that did not come.',
    'Not every `err` is a reason to return. What is the case if `resourceMap` is empty, and what if it is not?',
    '`klog(os).error(text)` writes to the log and goes on. `err.message` is the text of the error.',
    'After the log comes the one case that is an error: `if (resourceMap.length === 0) return [undefined, new Error(…)];`',
  ],
  why:
    'Discovery asks many servers: behind an API server there can be others, each with groups of its own, and one of them is often down. ' +
    'A program that insists on a full answer is as weak as the weakest of them. The price is that a controller may be left out, and that only the log tells.',
  next: 'Ask again, three times with a pause of two seconds, before you settle for less.',
};
