import { t } from '../../i18n/t.ts';
import { cell } from '../../components/scope/panes/table.ts';
import { replicaSetOf } from '../api/objects.ts';
import type { States } from '../api/state-of.ts';

/** The states of what a controller keeps. */
export const states: States = {
  ReplicaSet(object) {
    const { spec, status } = replicaSetOf(object);
    const wanted = spec?.replicas ?? 1;
    const ready = status?.readyReplicas ?? 0;
    const counted = status?.replicas ?? 0;
    return cell(
      t`wants ${wanted}, counts ${counted}, ready ${ready}`,
      ready === wanted && counted === wanted ? 'good' : undefined,
    );
  },
};
