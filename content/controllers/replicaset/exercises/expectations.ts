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
import { mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

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
    const says = t`At ${timeOf(entry)} there are ${count} active pods, and no more than ${most} were ever asked for. The sync that made this one counted in a cache that did not yet show the pods of the sync before. No expectation told it that they were on their way.`;
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
      const says = t`At ${timeOf(entry)} the controller asks for the deletion of \`${key.replace('pods/', '')}\` once more. Its cache still shows the pod as it was, and no expectation names this pod.`;
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
      ? t`At ${timeOf(checked)} the last sync skipped \`manageReplicas\`, because an expectation was not met yet.`
      : t`It has made and deleted them over and over.`;
  const says = t`In the end there are ${count} pods where ${asked} were asked for. ${skipped}`;
  return { says, entry: last.index };
}

/** A request for which no expectation was there when it was sent. */
function unexpected(recording: Recording): Problem | undefined {
  for (const { event, world, index, at } of entriesOf(recording, 'api.request')) {
    const { program, verb, resource, key } = event;
    if (resource !== 'pods' || program !== 'kube-controller-manager') continue;
    const expected = mapGet(world.expectations, 'replicaset default/web');
    if (verb === 'create' && (expected?.add ?? 0) <= 0) {
      const others = mapEntries(world.expectations).map(([name]) => name.replace('replicaset ', ''));
      const [other] = others.filter((name) => name !== 'default/web');
      const elsewhere =
        other === undefined
          ? ''
          : t` What it expects stands under \`${other}\`, and the handlers look under \`default/web\`.`;
      const says = t`At ${timeOf({ at })} the controller asks for a pod that it does not expect. Call \`expectCreations\` before the first request.${elsewhere}`;
      return { says, entry: index };
    }
    const pod = key.replace('pods/', '');
    if (verb === 'delete' && !expected?.deleting.includes(pod)) {
      const [first] = expected?.deleting ?? [];
      const found = typeof first === 'object' ? t`an object` : `\`${first}\``;
      const instead =
        first === undefined ? '' : t` It expects ${found} instead: \`getPodKeys\` gives the keys.`;
      const says = t`At ${timeOf({ at })} the controller asks for the deletion of \`${pod}\`, which it does not expect. Call \`expectDeletions\` before the first request, with the key of each pod.${instead}`;
      return { says, entry: index };
    }
  }
  return undefined;
}

function neverMet(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const expected = mapGet(last.world.expectations, 'replicaset default/web');
  if (!expected || (expected.add <= 0 && expected.del <= 0)) return undefined;
  const waits = expected.add > 0 ? countOf(expected.add, 'creation') : countOf(expected.del, 'deletion');
  const set = entriesOf(recording, 'expectations.change').findLast(({ event }) => event.why === 'set');
  const since = set ? timeOf(set) : t`the start`;
  const says = t`In the end the controller still expects ${waits}, since ${since}, and no such event will come. Each event of a pod counts once, against the expectation that is there when it comes. So record it before the first request, and for no more than you ask for.`;
  return { says, entry: set?.index ?? last.index };
}

export const exercise: Exercise = {
  id: 'controllers/replicaset/expectations',
  kind: 'code',
  title: 'A controller that remembers',
  task:
    'This `manageReplicas` records no expectations, so it acts twice on the same stale cache. ' +
    'Let it expect every pod that it is about to create or delete, so that it never asks for the same thing twice, ' +
    'and never waits for an event that will not come.',
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
    { name: 'Each pod is expected before it is asked for', problem: unexpected },
    { name: 'In the end there are as many pods as the spec says', problem: wrongNumber },
    { name: 'No expectation is left over', problem: neverMet },
  ],
  hints: [
    'What is expected is kept in `this.#expectations`, under the key of the ReplicaSet. The handlers `addPod` and `deletePod` lower it as the informer shows pods. Something has to record it first.',
    '`expectCreations(rsKey, count)` and `expectDeletions(rsKey, podKeys)` record it. Creations are counted. Deletions are expected by pod: `getPodKeys(pods)` gives the keys.',
    'When may the event of the first pod arrive? The first batch of `slowStartBatch` is one pod, and its event can be here before the second batch is sent. An expectation that is recorded after the requests comes too late for it.',
    'How many? Exactly as many as are asked for now: `diff`, after it was limited to `burstReplicas`. Not what the spec says.',
  ],
  why:
    'The expectation stands before the first request, because the answer to a request and the event about it travel by different paths, and either may be first. ' +
    'One that is recorded too late is never met, and the ReplicaSet stands still for at least five minutes. ' +
    'After that it no longer holds, but no timer wakes the controller: it goes on at the next change. One that expects too much does the same. ' +
    'Deletions are expected by pod: a pod that is being deleted shows twice or more, and a second sync on the stale cache would choose the same pods again.',
  next: 'Take out the lines with `creationObserved` and run again. Every check still holds. Which runs would need these lines? Here all creations succeed, so none is ever skipped.',
};
