import type { TraitsOf, TraitsOfClass } from '../traits.ts';
import { interPodAffinity } from './inter-pod-affinity.ts';
import { locals } from './local.ts';
import { nodeAffinity } from './node-affinity.ts';
import { nodePreferAvoidPods } from './node-prefer-avoid-pods.ts';
import { podTopologySpread } from './pod-topology-spread.ts';
import { taintToleration } from './taint-toleration.ts';
import { csiLimits, nonCSILimits, volumeBinding, volumeRestrictions, volumeZone } from './volumes.ts';

const all: readonly TraitsOfClass[] = [
  ...locals,
  nodeAffinity,
  nodePreferAvoidPods,
  taintToleration,
  podTopologySpread,
  interPodAffinity,
  csiLimits,
  nonCSILimits,
  volumeBinding,
  volumeRestrictions,
  volumeZone,
];

const byClass = new Map<unknown, TraitsOfClass>(all.map((each) => [each.class, each]));

/** What is known of the plugins that come with the scheduler. */
export const inTreeTraits: TraitsOf = (plugin, facts) =>
  byClass.get(plugin.constructor)?.traits(plugin, facts) ?? {};
