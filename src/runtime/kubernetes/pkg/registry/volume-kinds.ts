import { persistentVolumes } from './core/persistentvolume/strategy.ts';
import { persistentVolumeClaims } from './core/persistentvolumeclaim/strategy.ts';
import type { Kind } from '../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { csiDrivers } from './storage/csidriver/strategy.ts';
import { csiNodes } from './storage/csinode/strategy.ts';
import { storageClasses } from './storage/storageclass/strategy.ts';

/**
 * Volumes, claims, and the kinds that say where volumes come from. Upstream's server adds finalizers to volumes and
 * claims, and the default class to claims without one; Loopscope has neither of these plugins of admission.
 */
export const volumeKinds: readonly Kind[] = [
  persistentVolumes,
  persistentVolumeClaims,
  storageClasses,
  csiNodes,
  csiDrivers,
];
