import { t } from '../../i18n/t.ts';
import type { Event, Namespace } from 'kubernetes-types/core/v1';
import { type Cell, cell } from '../../components/scope/panes/table.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { conditionOf, podOf } from './objects.ts';
import type { States } from './state-of.ts';

/** The states of what every API server serves. */
export const states: States = {
  Pod: podState,
  Node: (object) =>
    conditionOf(object, 'Ready')?.status === 'True' ? cell(t`Ready`, 'good') : cell(t`Not ready`, 'warn'),
  Event: (object) => cell((object as unknown as Event).reason ?? ''),
  Namespace: (object) => cell((object as unknown as Namespace).status?.phase ?? ''),
};

function podState(object: StoredObject): Cell {
  const { spec, status } = podOf(object);
  const phase = status?.phase ?? 'Pending';
  if (phase === 'Failed') return cell('Failed', 'bad');
  if (phase === 'Running') {
    return conditionOf(object, 'Ready')?.status === 'True'
      ? cell(t`Running, ready`, 'good')
      : cell(t`Running, not ready`);
  }
  return phase === 'Pending' && !spec?.nodeName ? cell(t`Pending, no node`) : cell(phase);
}
