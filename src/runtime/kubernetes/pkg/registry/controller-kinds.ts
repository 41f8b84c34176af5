import { replicaSets } from './apps/replicaset/strategy.ts';
import { endpoints } from './core/endpoint/strategy.ts';
import { replicationControllers } from './core/replicationcontroller/strategy.ts';
import { secrets } from './core/secret/strategy.ts';
import { services } from './core/service/strategy.ts';
import { serviceAccounts } from './core/serviceaccount/strategy.ts';
import type { Kind } from '../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

/** The kinds of the controllers that `../controller` has, besides the core ones: for planes that run them all. */
export const controllerKinds: readonly Kind[] = [
  services,
  endpoints,
  replicationControllers,
  serviceAccounts,
  secrets,
  replicaSets,
];
