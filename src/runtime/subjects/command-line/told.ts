import type { Subject } from '../../stage/subject.ts';
import { commandLineSlices } from './world.ts';

/** The command line of programs whose way from it to their configuration is told, and not watched. */
export const commandLineTold: Subject = { name: 'command-line', slices: commandLineSlices };
