import { t } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { objectsOf } from './objects.ts';
import { stateOf } from './state-of.ts';
import type { Option, Values } from '../../components/scope/acts/fields.ts';

/** The pods in the store. */
export function podsOf(world: World): StoredObject[] {
  return objectsOf(world.store.objects, 'pods').map(([, object]) => object);
}

/** An object to choose, with its state. */
export function objectOption(object: StoredObject): Option {
  const key = `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`;
  return { value: key, label: t`${key} (${stateOf(object).text})` };
}

/** The object that was chosen. */
export function keyFrom(values: Values): { readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = (values.object ?? '').split('/');
  return { namespace, name };
}
