import {
  anyObject,
  labelSelector,
  texts,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import type { PodDisruptionBudget } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ShapeOf,
  intOrString,
  whole,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/** A PodDisruptionBudget. */
export const podDisruptionBudget: ShapeOf<PodDisruptionBudget> = {
  ...anyObject,
  spec: { minAvailable: intOrString, selector: labelSelector, maxUnavailable: intOrString },
  status: { disruptedPods: texts, disruptionsAllowed: whole },
};
