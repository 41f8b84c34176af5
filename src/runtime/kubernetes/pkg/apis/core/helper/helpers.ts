import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';

// Mirrors: pkg/apis/core/helper/helpers.go#standardFinalizers
export const standardFinalizers = ['kubernetes', finalizerOrphanDependents, finalizerDeleteDependents];
