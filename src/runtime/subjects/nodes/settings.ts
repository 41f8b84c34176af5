import type { Settings } from '../../stage/settings.ts';
import type { NodeShape } from './stand-ins/kubelet-node.ts';

declare module '../../stage/settings.ts' {
  interface Settings {
    /** Names of the nodes; each has a kubelet stand-in. */
    readonly nodes: readonly string[];
    /** In what nodes differ from the others, by their names. */
    readonly nodeShapes: Readonly<Record<string, NodeShape>>;
    /** From binding to Running, and from Running to Ready, in the kubelet stand-in. */
    readonly startMs: number;
    readonly readyMs: number;
    /** From deletion to gone, at most the grace period, in the kubelet stand-in. */
    readonly stopMs: number;
    /** Above 0, pods change one at a time on all nodes, this far apart; 0 lets each go at its own pace. */
    readonly serialGapMs: number;
  }
}

export const nodeSettings: Partial<Settings> = {
  nodes: ['node-a', 'node-b', 'node-c'],
  nodeShapes: {},
  startMs: 400,
  readyMs: 600,
  stopMs: 500,
  serialGapMs: 0,
};
