import { t } from '../../i18n/t.ts';
import { choice, wholeNumber } from '../../components/scope/acts/fields.ts';
import { keyFrom, objectOption } from '../api/object-fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import { objectsOf, replicaSetOf } from '../api/objects.ts';

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

/** What a reader can do to what a controller keeps. */
export const offers: readonly Offer[] = [scale];
