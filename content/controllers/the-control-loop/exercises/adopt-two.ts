import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  controllerOf,
  entriesOf,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import { countOf } from '../../../../src/recording/words.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { ReplicaSet } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const wanted = ['cart', 'pay'];

/** Index of the first thing that the reader did; behind the end if there is none. */
function firstAct(recording: Recording): number {
  const act = entriesOf(recording, 'act').find(({ event }) => event.by === 'reader');
  return act?.index ?? recording.entries.length;
}

function refused(recording: Recording): Problem | undefined {
  const act = entriesOf(recording, 'act').find(({ event }) => event.by === 'reader' && event.error);
  return act && { says: t`The API server refuses it: ${act.event.error ?? ''}.`, entry: act.index };
}

function touched(recording: Recording): Problem | undefined {
  for (const { event, index } of entriesOf(recording, 'act')) {
    if (event.by !== 'reader' || event.act.kind !== 'apply') continue;
    const { kind, metadata } = event.act.object as { kind?: string; metadata?: { name?: string } };
    if (kind === 'ReplicaSet' && metadata?.name !== 'legacy') continue;
    const says = t`You apply ${kind ?? ''} ${metadata?.name ?? ''}. Leave all that runs as it is, and describe a new ReplicaSet alone.`;
    return { says, entry: index };
  }
  return undefined;
}

function notAdopted(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world);
  for (const name of wanted) {
    const pod = pods.find(({ metadata }) => metadata.name === name);
    if (!pod) return { says: t`In the end there is no pod ${name}: it was deleted.`, entry: last.index };
    if (controllerOf(pod)) continue;
    const why = refused(recording)
      ? t`Nothing that you wrote is in the store.`
      : t`It carries ${labelsOf(pod.metadata.labels)}. Does your selector ask for anything else?`;
    const says = t`In the end ${name} still belongs to nobody. ${why}`;
    return { says, entry: last.index };
  }
  return undefined;
}

function adoptedDebug(recording: Recording): Problem | undefined {
  const taken = entriesOf(recording, 'store.write').find(
    ({ event }) => event.key === 'pods/default/debug' && controllerOf(event.object),
  );
  if (!taken) return undefined;
  const { object } = taken.event;
  const says = t`At ${timeOf(taken)} ${controllerOf(object) ?? ''} adopts debug. It carries ${labelsOf(object.metadata.labels)}, and your selector asks for no more than that. A selector can also list the values that a label may have.`;
  return { says, entry: taken.index };
}

function madeOrDeleted(recording: Recording): Problem | undefined {
  const from = firstAct(recording);
  const change = entriesOf(recording, 'store.write').find(
    ({ index, event }) =>
      index > from &&
      event.resource === 'pods' &&
      (event.verb !== 'update' ||
        (event.object.metadata.deletionTimestamp && !event.previous?.metadata.deletionTimestamp)),
  );
  if (!change) return undefined;
  const { verb, object } = change.event;
  const owner = controllerOf(object) ?? '';
  const set = entriesOf(recording, 'store.write').findLast(
    ({ event, index }) => index < change.index && event.key === `replicasets/default/${owner}`,
  );
  const asked = (set?.event.object as ReplicaSet | undefined)?.spec?.replicas ?? 1;
  const [at, pods] = [timeOf(change), countOf(asked, 'pod')];
  const says =
    verb === 'create'
      ? t`At ${at} ${owner} makes another pod: it asks for ${pods}, and holds fewer. Count what your selector matches.`
      : t`At ${at} ${owner} deletes ${object.metadata.name ?? ''}: it asks for ${pods}, and holds more. Count what your selector matches.`;
  return { says, entry: change.index };
}

function labelsOf(labels: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return all.length === 0 ? '' : all.reduce((before, one) => t`${before} and ${one}`);
}

export const exercise: Exercise = {
  id: 'controllers/the-control-loop/adopt-two',
  kind: 'manifests',
  title: 'Adopt two of three',
  task:
    'Three pods run and belong to nobody: `cart` with `app: shop, tier: front`, `pay` with `app: shop, tier: back`, and `debug` with `app: shop, tier: debug`. ' +
    'Write a ReplicaSet that takes over `cart` and `pay` as they are. No pod is to be made or deleted, and `debug` stays on its own.',
  applyAtMs: 4000,
  start: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: shop
spec:
  replicas: 1
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
        - name: app
          image: shop:v1
`,
  solution: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: shop
spec:
  replicas: 2
  selector:
    matchLabels:
      app: shop
    matchExpressions:
      - key: tier
        operator: In
        values: [front, back]
  template:
    metadata:
      labels:
        app: shop
        tier: front
    spec:
      containers:
        - name: app
          image: shop:v1
`,
  scenario: 'controllers/the-control-loop#strays',
  seeds: [5, 6, 13, 99, 4321],
  checks: [
    { name: 'The API server takes what you write', problem: refused },
    { name: 'You write a new ReplicaSet and nothing else', problem: touched },
    { name: 'debug belongs to nobody, not even for a moment', problem: adoptedDebug },
    { name: 'No pod is made and none is deleted', problem: madeOrDeleted },
    { name: 'cart and pay are adopted', problem: notAdopted },
  ],
  hints: [
    'A selector has `matchLabels`, and all of them must fit. What do `cart` and `pay` have in common that `debug` has not?',
    'Beside `matchLabels` there is `matchExpressions`, a list of conditions with a `key`, an `operator` and `values`. Its operators are In, NotIn, Exists and DoesNotExist.',
    'The pods that the template describes must match the selector, or the API server refuses the set. It is enough if they are like one of the two.',
  ],
  why:
    'A ReplicaSet does not ask who made a pod. It takes what its selector matches and nobody else controls, and then it counts. ' +
    'That is why replicas has to be 2 from the start: with 3 it would make one more, and with 1 it would delete one of those that it had just adopted. ' +
    'There was a fourth pod, of the set `legacy`, with `app: shop` and `tier: front`. It matches your selector too. But it has a controller, and so it is ignored.',
  next: 'Write `operator: NotIn` with `values: [debug]` instead. Which pods of tomorrow would that adopt, and is that what you want?',
};
