import { configMaps } from './core/configmap/strategy.ts';
import { events } from './core/event/strategy.ts';
import { namespaces } from './core/namespace/strategy.ts';
import { nodes } from './core/node/strategy.ts';
import { pods } from './core/pod/strategy.ts';
import type { Kind } from '../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

/** The kinds that every API server serves. Others are a plane's: a file of their own, and a word in that plane. */
export const coreKinds: readonly Kind[] = [namespaces, nodes, pods, events, configMaps];
