import type { Acts } from '../../stage/acts.ts';
import { patch } from '../api/acts.ts';

/** What somebody does to what a controller keeps. */
export type ControlLoopAct = {
  readonly kind: 'scale';
  /** What has replicas in its spec; ReplicaSets if left out. */
  readonly resource?: string;
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
};

declare module '../../stage/acts.ts' {
  interface ActMap {
    readonly 'control-loop': ControlLoopAct;
  }
}

export const controlLoopActs: Acts = {
  scale: ({ resource = 'replicasets', ...act }, stage) =>
    patch(stage, resource, act, { spec: { replicas: act.replicas } }),
};
