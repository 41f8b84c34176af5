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
import type {
  Pod,
  ReplicaSet,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const wanted = ['cart', 'pay'];

/** A manifest, as far as it is looked at. */
interface Applied {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** Index of the first thing that the reader did; behind the end if there is none. */
function firstAct(recording: Recording): number {
  const act = entriesOf(recording, 'act').find(({ event }) => event.by === 'reader');
  return act?.index ?? recording.entries.length;
}

function refused(recording: Recording): Problem | undefined {
  const act = entriesOf(recording, 'act').find(({ event }) => event.by === 'reader' && event.error);
  return act && { says: t`The API server refuses it: ${act.event.error ?? ''}.`, entry: act.index };
}

/** What the reader applied, in order. */
function appliedIn(recording: Recording): { readonly object: Applied; readonly index: number }[] {
  return entriesOf(recording, 'act').flatMap(({ event, index }) =>
    event.by === 'reader' && event.act.kind === 'apply'
      ? [{ object: event.act.object as Applied, index }]
      : [],
  );
}

function touched(recording: Recording): Problem | undefined {
  for (const [at, { object, index }] of appliedIn(recording).entries()) {
    const { kind = '', metadata } = object;
    const name = metadata?.name ?? '';
    const says =
      kind !== 'ReplicaSet' || name === 'legacy'
        ? t`You apply ${kind} \`${name}\`. Leave everything that runs as it is, and describe one new ReplicaSet.`
        : t`You apply a second ReplicaSet, \`${name}\`. One is enough: its selector can list the values that a label may have.`;
    if (kind !== 'ReplicaSet' || name === 'legacy' || at > 0) return { says, entry: index };
  }
  return undefined;
}

/** Why a pod was not adopted. */
function whyNot(recording: Recording, pod: Pod): string {
  if (refused(recording)) return t`Nothing that you wrote is in the store.`;
  const namespace = appliedIn(recording)[0]?.object.metadata?.namespace ?? 'default';
  return namespace === 'default'
    ? t`It carries ${labelsOf(pod.metadata.labels)}. Does your selector ask for anything else?`
    : t`Your ReplicaSet is in the namespace \`${namespace}\`, and the pod is in \`default\`. A selector looks no further than its own namespace.`;
}

function notAdopted(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world);
  for (const name of wanted) {
    const pod = pods.find(({ metadata }) => metadata.name === name);
    if (!pod) return { says: t`In the end there is no pod \`${name}\`: it was deleted.`, entry: last.index };
    if (controllerOf(pod)) continue;
    const says = t`In the end \`${name}\` still has no controller. ${whyNot(recording, pod)}`;
    return { says, entry: last.index };
  }
  return undefined;
}

function adoptedDebug(recording: Recording): Problem | undefined {
  const taken = entriesOf(recording, 'store.write').find(
    ({ event }) => event.key === 'pods/default/debug' && controllerOf(event.object),
  );
  if (!taken) return undefined;
  const { previous, object } = taken.event;
  const labels = (previous ?? object).metadata.labels;
  const says = t`At ${timeOf(taken)} \`${controllerOf(object) ?? ''}\` adopts \`debug\`. It carries ${labelsOf(labels)}, and your selector asks for no more than that. A selector can also list the values that a label may have.`;
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
    ({ event, index }) => index < change.index && isSet(event.key, object.metadata.namespace ?? '', owner),
  );
  const asked = (set?.event.object as ReplicaSet | undefined)?.spec?.replicas ?? 1;
  const [at, pods] = [timeOf(change), countOf(asked, 'pod')];
  const says =
    verb === 'create'
      ? t`At ${at} \`${owner}\` makes another pod: it asks for ${pods}, and holds fewer. Count what your selector matches.`
      : t`At ${at} \`${owner}\` deletes \`${object.metadata.name ?? ''}\`: it asks for ${pods}, and holds more. Count what your selector matches.`;
  return { says, entry: change.index };
}

const isSet = (key: string, namespace: string, name: string): boolean =>
  key === `replicasets/${namespace}/${name}`;

function labelsOf(labels: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries(labels).map(([name, value]) => `\`${name}=${value}\``);
  return all.length === 0 ? '' : all.reduce((before, one) => t`${before} and ${one}`);
}

export const exercise: Exercise = {
  id: 'controllers/the-control-loop/adopt-two',
  kind: 'manifests',
  title: 'Adopt two of three',
  task:
    'Three pods run without a controller: `cart` with `app: shop, tier: front`, `pay` with `app: shop, tier: back`, and `debug` with `app: shop, tier: debug`. ' +
    'Write one ReplicaSet that takes over `cart` and `pay` as they are. It must make no pod and delete none, and `debug` has to stay without a controller.',
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
    { name: 'You write one new ReplicaSet and nothing else', problem: touched },
    { name: '`debug` is not adopted, not even for a moment', problem: adoptedDebug },
    { name: 'No pod is made and none is deleted', problem: madeOrDeleted },
    { name: '`cart` and `pay` are adopted', problem: notAdopted },
  ],
  hints: [
    'A pod must have all of the labels in `matchLabels`. Which labels do `cart` and `pay` share that `debug` does not have?',
    'Beside `matchLabels` there is `matchExpressions`, a list of conditions with a `key`, an `operator` and `values`. The operators are `In`, `NotIn`, `Exists` and `DoesNotExist`.',
    'The pods that the template describes must match the selector, or the API server refuses the ReplicaSet. It is enough if they have the labels of one of the two.',
  ],
  why:
    'A ReplicaSet does not ask who made a pod. It takes each pod that its selector matches and that has no controller, and then it counts. ' +
    'That is why `replicas` has to be 2 from the start. With 3 it would make one more, and with 1 it would delete one of the pods that it had just adopted. ' +
    'A fourth pod, of the ReplicaSet `legacy`, has `app: shop` and `tier: front`. Your selector matches it too, but it has a controller, and so it is ignored.',
  next: 'Write `operator: NotIn` with `values: [debug]` instead. Which pods that are made tomorrow would that adopt, and is that what you want?',
};
