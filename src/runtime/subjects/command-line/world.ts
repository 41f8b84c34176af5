import { type PMap, emptyMap } from '../../sim/pmap.ts';
import type { Slices } from '../../stage/world.ts';

/** Somebody asked a shared factory for an informer: `v1 Pod`, or `v1/configmaps` of metadata. Each asks once for each. */
export interface Asked {
  readonly asker: string;
  readonly informer: string;
}

declare module '../../stage/world.ts' {
  interface Slices {
    /** By the name of the program, in the order in which they asked. */
    readonly asked: PMap<readonly Asked[]>;
  }
}

export const commandLineSlices: Pick<Slices, 'asked'> = { asked: emptyMap() };
