import type { Sim } from '../../../src/runtime/sim/sim.ts';

/** A log whose lines start with the virtual time, so that a test compares when as well as what. */
export function transcript(sim: Sim): { say(text: string): void; lines: string[] } {
  const lines: string[] = [];
  return { lines, say: (text) => void lines.push(`${String(sim.now).padStart(5)}  ${text}`) };
}
