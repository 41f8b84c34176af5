import type { ReplicaSet } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  anyObject,
  conditions,
  labelSelector,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { type ShapeOf, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { podTemplateSpec } from '../../core/v1/shapes.ts';

/** The status of what keeps a number of pods. */
export const replicaSetStatus: ShapeOf<ReplicaSet['status'] & {}> = {
  replicas: whole,
  fullyLabeledReplicas: whole,
  readyReplicas: whole,
  availableReplicas: whole,
  observedGeneration: whole,
  conditions,
};

/** A ReplicaSet, and whatever else has a selector and a template for pods. */
export const replicaSet: ShapeOf<ReplicaSet> = {
  ...anyObject,
  spec: { replicas: whole, minReadySeconds: whole, selector: labelSelector, template: podTemplateSpec },
  status: replicaSetStatus,
};
