import type { Condition, DeleteOptions, LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1';
import { type ShapeOf, text, truth, whole } from '../../../runtime/shape.ts';

/** Labels, annotations, and other maps of texts. */
export const texts = { '*': text } as const;

/** What all objects have. */
const objectMeta: ShapeOf<ObjectMeta> = {
  name: text,
  generateName: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  generation: whole,
  creationTimestamp: text,
  deletionTimestamp: text,
  deletionGracePeriodSeconds: whole,
  labels: texts,
  annotations: texts,
  ownerReferences: [{ apiVersion: text, kind: text, name: text, uid: text, controller: truth }],
  finalizers: [text],
};

/** An object of which nothing else is looked at. */
export const anyObject = { apiVersion: text, kind: text, metadata: objectMeta } as const;

/** A selector by labels, by what they are or by expressions. */
export const labelSelector: ShapeOf<LabelSelector> = {
  matchLabels: texts,
  matchExpressions: [{ key: text, operator: text, values: [text] }],
};

const condition: ShapeOf<Condition> = {
  type: text,
  status: text,
  reason: text,
  lastTransitionTime: text,
};

/** The conditions in the status of any object. */
export const conditions = [condition] as const;

/** How an object is to be deleted. */
export const deleteOptions: ShapeOf<DeleteOptions> = {
  gracePeriodSeconds: whole,
  preconditions: { uid: text, resourceVersion: text },
  orphanDependents: truth,
  propagationPolicy: text,
};
