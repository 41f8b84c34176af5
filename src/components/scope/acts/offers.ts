import { t } from '../../../i18n/t.ts';
import type { World } from '../../../runtime/stage/world.ts';
import type { StoredObject } from '../../../runtime/subjects/api/world.ts';
import { programWords, splitName } from '../../../recording/words.ts';
import { watchesOf } from '../panes/informer-rows.ts';
import { objectsOf, podOf, replicaSetOf, stateOf } from '../panes/objects.ts';
import { type Option, type Values, choice, labelsFrom, wholeNumber } from './fields.ts';
import { nodeOffers } from './node-offers.ts';
import { profileOffer } from './profile-offer.ts';
import { programOffers } from './program-offers.ts';
import type { Offer } from './offer.ts';

const noPod = (): string => t`There is no pod at this step.`;
const noWatch = (): string => t`No watch is open at this step.`;

const scale: Offer = {
  id: 'scale',
  about:
    'The new number is written to its spec; watch it come down the watch, through the queue, and turn into creations or deletions.',
  fields: (world) => {
    const sets = objectsOf(world.store.objects, 'replicasets').map(([, object]) => object);
    const [first] = sets;
    if (!first) return t`There is no ReplicaSet at this step.`;
    const wanted = replicaSetOf(first).spec?.replicas ?? 1;
    return [
      choice('object', t`ReplicaSet`, sets.map(objectOption)),
      {
        kind: 'number',
        name: 'replicas',
        label: t`Replicas`,
        value: String(wanted + 1),
        least: 0,
        most: 500,
      },
    ];
  },
  build: (values) => {
    const replicas = wholeNumber(values, 'replicas', t`Replicas`, 0, 500);
    return typeof replicas === 'number' ? { kind: 'scale', ...keyFrom(values), replicas } : [replicas];
  },
};

const deletePod: Offer = {
  id: 'delete',
  about:
    'The pod gets a deletion time, its kubelet stops it, and its controller misses one; watch who notices first.',
  fields: (world) => {
    const pods = podsOf(world);
    if (pods.length === 0) return noPod();
    return [
      choice('object', t`Pod`, pods.map(objectOption)),
      { kind: 'number', name: 'grace', label: t`Grace period`, unit: 's', value: '30', least: 0, most: 3600 },
    ];
  },
  build: (values) => {
    const gracePeriodSeconds = wholeNumber(values, 'grace', t`Grace period`, 0, 3600);
    if (typeof gracePeriodSeconds !== 'number') return [gracePeriodSeconds];
    return { kind: 'delete', resource: 'pods', ...keyFrom(values), gracePeriodSeconds };
  },
};

const fail: Offer = {
  id: 'fail',
  about:
    'Its kubelet reports it Failed, for good; a failed pod no longer counts, so watch for another in its place.',
  fields: (world) => {
    const pods = podsOf(world).filter((pod) => {
      const { spec, status, metadata } = podOf(pod);
      return (
        spec?.nodeName &&
        !metadata?.deletionTimestamp &&
        !['Failed', 'Succeeded'].includes(status?.phase ?? '')
      );
    });
    return pods.length === 0
      ? t`No pod runs on a node at this step.`
      : [choice('object', t`Pod`, pods.map(objectOption))];
  },
  build: (values) => ({ kind: 'fail', ...keyFrom(values) }),
};

const relabel: Offer = {
  id: 'relabel',
  about:
    'A pod that the selector no longer matches is released by its controller, and one that matches is adopted; watch ownerReferences.',
  fields: (world) => {
    const pods = podsOf(world);
    if (pods.length === 0) return noPod();
    const [key = 'app'] = Object.keys(pods[0]?.metadata.labels ?? {});
    const hint = t`key=value sets a label, key- takes it away; several with spaces between, as in kubectl label`;
    return [
      choice('object', t`Pod`, pods.map(objectOption)),
      { kind: 'text', name: 'labels', label: t`Labels`, value: `${key}=debug`, hint },
    ];
  },
  build: (values) => {
    const labels = labelsFrom(values, 'labels');
    return 'message' in labels
      ? [labels]
      : { kind: 'relabel', resource: 'pods', ...keyFrom(values), labels: labels.labels };
  },
};

const cut: Offer = {
  id: 'cut-watch',
  about:
    'The connection ends and cannot be opened again for a while; watch the cache grow stale, and the reflector catch up after.',
  fields: (world) => {
    const watches = watchesOf(world).filter(([, watch]) => watch.state === 'open');
    if (watches.length === 0) return noWatch();
    return [
      choice('watch', t`Watch`, watches.map(watchOption)),
      {
        kind: 'number',
        name: 'for',
        label: t`Stays cut for`,
        unit: 'ms',
        value: '5000',
        least: 1,
        most: 600_000,
      },
    ];
  },
  build: (values) => {
    const forMs = wholeNumber(values, 'for', t`Stays cut for`, 1, 600_000);
    return typeof forMs === 'number'
      ? { kind: 'cut-watch', ...splitName(values.watch ?? ''), forMs }
      : [forMs];
  },
};

const delay: Offer = {
  id: 'delay-watch',
  about:
    'Every event of it arrives later, so its cache is behind the store; watch what keeps the controller from acting twice. 0 mends it.',
  fields: (world) => {
    const watches = watchesOf(world).filter(([, watch]) => watch.state !== 'closed');
    if (watches.length === 0) return noWatch();
    return [
      choice('watch', t`Watch`, watches.map(watchOption)),
      { kind: 'number', name: 'delay', label: t`Delay`, unit: 'ms', value: '2000', least: 0, most: 600_000 },
    ];
  },
  build: (values) => {
    const delayMs = wholeNumber(values, 'delay', t`Delay`, 0, 600_000);
    return typeof delayMs === 'number'
      ? { kind: 'delay-watch', ...splitName(values.watch ?? ''), delayMs }
      : [delayMs];
  },
};

const lose: Offer = {
  id: 'lose-event',
  about:
    'It never arrives, and nothing tells of that; watch how long the cache stays wrong, and what sets it right.',
  fields: (world) => {
    const watches = watchesOf(world).filter(([, watch]) => watch.state === 'open');
    if (watches.length === 0) return noWatch();
    return [
      choice('watch', t`Watch`, watches.map(watchOption)),
      { kind: 'number', name: 'times', label: t`How many`, value: '1', least: 1, most: 50 },
    ];
  },
  build: (values) => {
    const times = wholeNumber(values, 'times', t`How many`, 1, 50);
    return typeof times === 'number'
      ? { kind: 'lose-event', ...splitName(values.watch ?? ''), times }
      : [times];
  },
};

const conflict: Offer = {
  id: 'conflict',
  about:
    'The next updates by programs are refused with 409, as if somebody else had written first; watch the retry and its back-off.',
  fields: () => [
    choice('resource', t`Updates of`, [
      { value: 'replicasets', label: t`ReplicaSets` },
      { value: 'pods', label: t`pods` },
    ]),
    { kind: 'number', name: 'times', label: t`How many`, value: '2', least: 1, most: 50 },
  ],
  build: (values) => {
    const times = wholeNumber(values, 'times', t`How many`, 1, 50);
    return typeof times === 'number' ? { kind: 'conflict', resource: values.resource ?? '', times } : [times];
  },
};

/** All that a reader can do; `offer-titles.ts` has their names and their order. */
export const offers: readonly Offer[] = [
  scale,
  deletePod,
  fail,
  relabel,
  cut,
  delay,
  lose,
  conflict,
  ...programOffers,
  ...nodeOffers,
  profileOffer,
];

function podsOf(world: World): StoredObject[] {
  return objectsOf(world.store.objects, 'pods').map(([, object]) => object);
}

function objectOption(object: StoredObject): Option {
  const key = `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`;
  return { value: key, label: t`${key} (${stateOf(object).text})` };
}

function watchOption([key, watch]: readonly [
  string,
  { readonly program: string; readonly resource: string },
]): Option {
  return { value: key, label: t`${programWords(watch.program)}: ${watch.resource}` };
}

function keyFrom(values: Values): { readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = (values.object ?? '').split('/');
  return { namespace, name };
}
