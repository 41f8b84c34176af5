import { t } from '../../i18n/t.ts';
import { choice, numberField } from '../../components/scope/acts/fields.ts';
import { keyFrom, objectOption } from '../api/object-fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import { objectsOf, replicaSetOf } from '../api/objects.ts';

const replicas = numberField('replicas', () => t`Replicas`, 0, 500);

const scale: Offer = {
  id: 'scale',
  about:
    'The new number is written to its spec; watch it come down the watch, through the queue, and turn into creations or deletions.',
  fields: (world) => {
    const sets = objectsOf(world.store.objects, 'replicasets').map(([, object]) => object);
    const [first] = sets;
    if (!first) return t`There is no ReplicaSet at this step.`;
    const wanted = replicaSetOf(first).spec?.replicas ?? 1;
    return [choice('object', t`ReplicaSet`, sets.map(objectOption)), replicas.field(wanted + 1)];
  },
  build: (values) => {
    const wanted = replicas.from(values);
    return typeof wanted === 'number' ? { kind: 'scale', ...keyFrom(values), replicas: wanted } : [wanted];
  },
};

/** What a reader can do to what a controller keeps. */
export const offers: readonly Offer[] = [scale];
