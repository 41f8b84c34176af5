import { t } from '../../i18n/t.ts';
import { choice, numberField } from '../../components/scope/acts/fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import { blank } from '../../components/scope/panes/table.ts';
import { objectWords } from '../../recording/words.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { parseStoreKey } from '../api/objects.ts';
import { stateOf } from '../api/state-of.ts';

const replicas = numberField('replicas', () => t`Replicas`, 0, 500);

/** What an act scales that names no resource. */
const usual = 'replicasets';

/** How many replicas an object asks for; undefined of what has none in its spec. */
const replicasOf = (object: StoredObject): number | undefined =>
  (object as { readonly spec?: { readonly replicas?: number } }).spec?.replicas;

const scale: Offer = {
  id: 'scale',
  about:
    'The new number is written to its spec; watch it come down the watch, through the queue, and turn into creations or deletions.',
  fields: (world) => {
    const scalable = mapEntries(world.store.objects).filter(([, object]) => replicasOf(object) !== undefined);
    const [first] = scalable;
    if (!first) return t`There is no workload at this step.`;
    const options = scalable.map(([key, object]) => {
      const what = objectWords(parseStoreKey(key).resource, key);
      const state = stateOf(object).text;
      return { value: key, label: state === blank.text ? what : t`${what} (${state})` };
    });
    return [choice('object', t`Workload`, options), replicas.field((replicasOf(first[1]) ?? 0) + 1)];
  },
  build: (values) => {
    const wanted = replicas.from(values);
    if (typeof wanted !== 'number') return [wanted];
    const { resource, namespace, name } = parseStoreKey(values.object ?? '');
    const which = resource === usual ? {} : { resource };
    return { kind: 'scale', ...which, namespace, name, replicas: wanted };
  },
};

/** What a reader can do to what a controller keeps. */
export const offers: readonly Offer[] = [scale];
