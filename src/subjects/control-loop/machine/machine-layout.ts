/** Where the parts of the machine stand. Pure arithmetic in the units of the drawing; 1 unit is about 1 px. */
import type { MachineLayout, MachineShape } from './machine-parts.ts';
import { tallLayout } from './machine-tall.ts';
import { wideLayout } from './machine-wide.ts';

/** The most columns for nodes; further nodes share the last one. */
const mostNodes = 4;

/** `informers` are the resources of those that feed the loop, in order. */
export function machineLayout(
  shape: MachineShape,
  nodes: readonly string[],
  informers: readonly string[],
): MachineLayout {
  const shown = nodes.length > mostNodes ? [...nodes.slice(0, mostNodes - 1), 'other nodes'] : nodes;
  return shape === 'wide' ? wideLayout(shown, informers) : tallLayout(shape, shown, informers);
}

/** Which shape suits a box of that many px; the same limits stand in machine.css. */
export function shapeFor(widthPx: number): MachineShape {
  return widthPx >= 880 ? 'wide' : widthPx >= 560 ? 'middle' : 'narrow';
}
