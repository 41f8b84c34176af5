import type { Subject } from '../../stage/subject.ts';
import { commandLineObservers } from './observers.ts';
import { commandLineSlices } from './world.ts';

/** The way of a program from its command line to its configuration. */
export const commandLine: Subject = {
  name: 'command-line',
  slices: commandLineSlices,
  observe: () => commandLineObservers,
};
