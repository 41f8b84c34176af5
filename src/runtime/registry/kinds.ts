import { replicaSets } from './apps/replicaset/strategy.ts';
import { configMaps } from './core/configmap/strategy.ts';
import { events } from './core/event/strategy.ts';
import { namespaces } from './core/namespace/strategy.ts';
import { nodes } from './core/node/strategy.ts';
import { pods } from './core/pod/strategy.ts';
import type { Kind } from './kind.ts';

/** Every kind that the API server serves. A kind is added by a file of its own and a line here. */
export const kinds: readonly Kind[] = [
  namespaces,
  nodes,
  pods,
  events,
  configMaps,
  replicaSets,
] as readonly unknown[] as readonly Kind[];
