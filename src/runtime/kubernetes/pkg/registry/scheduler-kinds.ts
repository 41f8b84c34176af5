import { statefulSets } from './bare-kinds.ts';
import { replicaSets } from './apps/replicaset/strategy.ts';
import { replicationControllers } from './core/replicationcontroller/strategy.ts';
import { services } from './core/service/strategy.ts';
import { eventsV1 } from './events/rest/storage_events.ts';
import type { Kind } from '../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { podDisruptionBudgets } from './policy/poddisruptionbudget/strategy.ts';
import { priorityClasses } from './scheduling/priorityclass/strategy.ts';
import { volumeKinds } from './volume-kinds.ts';

/** The kinds that a scheduler asks for, besides the core ones. */
export const schedulerKinds: readonly Kind[] = [
  services,
  replicationControllers,
  replicaSets,
  statefulSets,
  ...volumeKinds,
  eventsV1,
  podDisruptionBudgets,
  priorityClasses,
];
