import {
  type Quantity,
  newQuantity,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';

/** What may become short. `allocatableMemory.available` is what all pods together have left of theirs. */
// Mirrors: pkg/kubelet/eviction/api/types.go#Signal
export type Signal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'allocatableMemory.available'
  | 'pid.available';

/** A threshold of none is never met. */
// Mirrors: pkg/kubelet/eviction/api/types.go#ThresholdOperator
export type ThresholdOperator = 'LessThan' | '';

// Mirrors: pkg/kubelet/eviction/api/types.go#OpForSignal
export const opForSignal: Readonly<Partial<Record<Signal, ThresholdOperator>>> = {
  'memory.available': 'LessThan',
  'nodefs.available': 'LessThan',
  'nodefs.inodesFree': 'LessThan',
  'imagefs.available': 'LessThan',
  'imagefs.inodesFree': 'LessThan',
  'pid.available': 'LessThan',
};

/** An amount, or a share of what there is: a float of 32 bits. */
// Mirrors: pkg/kubelet/eviction/api/types.go#ThresholdValue
export interface ThresholdValue {
  readonly quantity?: Quantity;
  readonly percentage: number;
}

/** When pods are evicted: at once, if there is no grace. */
// Mirrors: pkg/kubelet/eviction/api/types.go#Threshold
export interface Threshold {
  readonly signal: Signal;
  readonly operator: ThresholdOperator;
  readonly value: ThresholdValue;
  readonly gracePeriodMs: number;
  /** How much more than the threshold has to be free before it counts as over. */
  readonly minReclaim?: ThresholdValue;
}

// Mirrors: pkg/kubelet/eviction/api/types.go#GetThresholdQuantity
export function getThresholdQuantity(value: ThresholdValue, capacity: Quantity): Quantity {
  return value.quantity ?? newQuantity(Math.trunc(capacity.value() * value.percentage), 'BinarySI');
}
