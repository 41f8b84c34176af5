import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  activePodCounts,
  entriesOf,
  lastEntry,
  replicaSetIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { countOf } from '../../../../src/recording/words.ts';
import type { ReplicaSet } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

/** Grown on a stale cache, the set must not exceed what was ever asked for. */
function tooMany(recording: Recording): Problem | undefined {
  const asked = entriesOf(recording, 'store.write').flatMap(({ event, index }) => {
    const { spec } = event.object as ReplicaSet;
    return event.key === 'replicasets/default/web' ? [{ index, replicas: spec?.replicas ?? 0 }] : [];
  });
  for (const { entry, count } of activePodCounts(recording, 'web')) {
    const most = Math.max(
      0,
      ...asked.filter(({ index }) => index < entry.index).map(({ replicas }) => replicas),
    );
    if (count <= most) continue;
    const says = t`At ${timeOf(entry)} there are ${count} active pods, and no more than ${most} were ever asked for. The sync that made this one counted in a cache that did not show the pods of the sync before. Nothing told it that they were on their way.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function deletedTwice(recording: Recording): Problem | undefined {
  const asked = new Set<string>();
  for (const entry of entriesOf(recording, 'api.request')) {
    const { program, verb, resource, key } = entry.event;
    if (verb !== 'delete' || resource !== 'pods' || program !== 'kube-controller-manager') continue;
    if (asked.has(key)) {
      const says = t`At ${timeOf(entry)} the controller asks for the deletion of ${key.replace('pods/', '')} once more. Its cache still shows the pod as it was, and there is no note that this very pod is on its way out.`;
      return { says, entry: entry.index };
    }
    asked.add(key);
  }
  return undefined;
}

function wrongNumber(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const asked = replicaSetIn(last.world, 'web')?.spec?.replicas ?? 0;
  const count = activePodCounts(recording, 'web').at(-1)?.count ?? 0;
  if (count === asked) return undefined;
  const checked = entriesOf(recording, 'expectations.check').at(-1);
  const skipped =
    checked?.event.satisfied === false
      ? t`At ${timeOf(checked)} the last sync skipped manageReplicas, because it still waited for something.`
      : t`It has made and deleted them over and over.`;
  const says = t`In the end there are ${count} pods where ${asked} were asked for. ${skipped}`;
  return { says, entry: last.index };
}

function neverPaid(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const note = mapGet(last.world.expectations, 'replicaset default/web');
  if (!note || (note.add <= 0 && note.del <= 0)) return undefined;
  const waits = note.add > 0 ? countOf(note.add, 'creation') : countOf(note.del, 'deletion');
  const set = entriesOf(recording, 'expectations.change').findLast(({ event }) => event.why === 'set');
  const noted = set ? timeOf(set) : t`the start`;
  const says = t`In the end the controller still waits for ${waits}, noted at ${noted}, and nothing of the kind will come. Each event of a pod is counted once, against the note that is there when it comes. So a note must be there before the first event can come, and must not expect more than was asked for.`;
  return { says, entry: set?.index ?? last.index };
}

export const exercise: Exercise = {
  id: 'controllers/replicaset/expectations',
  kind: 'code',
  title: 'A controller that remembers',
  task:
    'This `manageReplicas` keeps no notes of what it asks for, so it acts twice on the same old picture. ' +
    'Let it expect every pod that it is about to create or delete, so that it never asks for the same thing twice, ' +
    'and never waits for what will not come.',
  file: 'kubernetes/pkg/controller/replicaset/replica_set.ts',
  symbol: 'ReplicaSetController.manageReplicas',
  start: `  *manageReplicas(filteredPods: Pod[], rs: ReplicaSet): Blocking<Error | undefined> {
    let diff = filteredPods.length - rs.spec.replicas;
    const [rsKey, err] = keyFunc(rs);
    if (err) {
      return undefined;
    }
    if (diff < 0) {
      diff *= -1;
      if (diff > this.#burstReplicas) {
        diff = this.#burstReplicas;
      }
      const [successfulCreations, err] = yield* slowStartBatch(
        this.#sim,
        diff,
        slowStartInitialBatchSize,
        () => this.#createOnePod(rs),
      );

      // No event will come for a pod that was not created.
      const skippedPods = diff - successfulCreations;
      for (let i = 0; i < skippedPods; i++) {
        this.#expectations.creationObserved(rsKey);
      }
      return err;
    } else if (diff > 0) {
      if (diff > this.#burstReplicas) {
        diff = this.#burstReplicas;
      }
      const [relatedPods] = this.getIndirectlyRelatedPods(rs);
      const podsToDelete = getPodsToDelete(filteredPods, relatedPods ?? [], diff);

      const errCh = new Chan<Error>('errors of deletions', diff);
      const wg = new WaitGroup('deletions');
      wg.add(diff);
      for (const pod of podsToDelete) {
        this.#sim.go(\`replicaset/delete \${pod.metadata.name}\`, this.#deleteOnePod(pod, rs, rsKey, wg, errCh));
      }
      yield* wg.wait();
      return errCh.tryReceive()?.[0];
    }

    return undefined;
  }`,
  scenario: 'controllers/replicaset#late-news',
  seeds: [3, 11, 42, 77, 1234],
  checks: [
    { name: 'There are never more pods than were asked for', problem: tooMany },
    { name: 'No pod is deleted twice', problem: deletedTwice },
    { name: 'In the end there are as many pods as the spec says', problem: wrongNumber },
    { name: 'No note is left over', problem: neverPaid },
  ],
  hints: [
    'The notes are kept in `this.#expectations`, under the key of the set. The handlers `addPod` and `deletePod` take off what the informer shows. Something has to put it there first.',
    '`expectCreations(rsKey, count)` and `expectDeletions(rsKey, podKeys)` write a note. Deletions are noted by pod, not counted: `getPodKeys(pods)` gives the keys.',
    'When may the event of the first pod arrive? The first batch of `slowStartBatch` is one pod, and its event can be here before the second batch is sent. A note that is written after the requests comes too late for it.',
    'How many? Exactly as many as are asked for now: `diff`, after it was limited to `burstReplicas`. Not what the spec says.',
  ],
  why:
    'The note stands before the first request, because the answer to a request and the event about it travel on different ways, and either may be first. ' +
    'A note that comes too late is never paid off, and the set stands still for five minutes. A note that says too much does the same. ' +
    'Deletions are noted by pod: a pod in deletion shows twice or more, and a second sync on the old cache would choose the same pods again.',
  next: 'Take out the lines with `creationObserved` and run again. Everything passes. Which runs would need them? All creations succeed here, so nothing is ever skipped.',
};
