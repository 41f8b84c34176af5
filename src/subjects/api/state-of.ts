import { type Cell, cell } from '../../components/scope/panes/table.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';

/** The state of an object, by its kind. */
export type States = Readonly<Record<string, (object: StoredObject) => Cell>>;

const files = import.meta.glob<States>('../*/states.ts', { import: 'states', eager: true });

/** Each subject says it of the kinds that its planes add. */
const stateByKind: States = Object.assign({}, ...Object.values(files));

/** An object's state in the words of `kubectl get`, for any kind; blank where it has none. */
export function stateOf(object: StoredObject): Cell {
  if (object.metadata.deletionTimestamp) return cell('Terminating', 'warn');
  return stateByKind[object.kind]?.(object) ?? cell('');
}
