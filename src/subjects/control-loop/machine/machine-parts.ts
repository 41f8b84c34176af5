import type { Point, Rect } from './machine-geometry.ts';

/** `wide` runs as a loop from left to right and back; `middle` and `narrow` run down and up. */
export type MachineShape = 'wide' | 'middle' | 'narrow';

/** The parts that can glow, and that a hop can start from or lead to. */
export type Spot =
  | 'user'
  | 'store'
  | 'scheduler'
  | `kubelet:${string}`
  | `${'reflector' | 'fifo' | 'indexer' | 'handlers'}:${string}`
  | 'queue'
  | 'workers';

export interface Pipe {
  readonly id: string;
  readonly from: Spot;
  readonly to: Spot;
  readonly points: readonly Point[];
  /** The hue of what flows in it. */
  readonly hue: 'api' | 'informer' | 'queue' | 'controller' | 'scheduler' | 'kubelet';
  /** A dashed pipe is looked through, not travelled. */
  readonly dashed?: boolean;
}

export interface LaneLayout {
  readonly resource: string;
  /** The frame round one informer. */
  readonly frame: Rect;
  readonly reflector: Rect;
  readonly fifo: Rect;
  readonly indexer: Rect;
  readonly handlers: Rect;
  /** The watch: from the store to the reflector. */
  readonly watch: { readonly from: Point; readonly to: Point };
}

export interface MachineLayout {
  readonly shape: MachineShape;
  readonly width: number;
  readonly height: number;
  readonly user: Rect;
  readonly store: Rect;
  /** Where what the loop reconciles stands in the store. */
  readonly owners: Rect;
  /** Where pods stand, a column for each node; the first is for those without one. */
  readonly columns: readonly (Rect & { readonly node: string })[];
  /** The scheduler's stand-in, then a kubelet's a node, each at its column. */
  readonly standIns: readonly (Rect & { readonly node: string })[];
  readonly lanes: readonly LaneLayout[];
  readonly queue: Rect;
  readonly workers: Rect;
  readonly pipes: readonly Pipe[];
}
