import { files } from 'virtual:editable-plugins';
import { closeDoors } from '../../src/instrument/close-doors.ts';
import type { Edits } from '../../src/instrument/edit-place.ts';
import type { FileProblem } from '../../src/instrument/edited-runtime.ts';
import { type LoadedPlugins, loadPlugins } from './edited-plugins.ts';

let closed = false;

/**
 * Plugins with edits, and with those of files `anew` loaded so that their lines are told. Fetched by the worker when they are wanted,
 * and with it all that reads TypeScript. Once there are edits, nothing leads out of the worker.
 */
export function pluginsInWorker(
  edits: Edits,
  anew: readonly string[],
): Promise<[LoadedPlugins, undefined] | [undefined, FileProblem]> {
  if (!closed && Object.keys(edits).length > 0) {
    closeDoors(globalThis);
    closed = true;
  }
  return loadPlugins(edits, files, anew);
}
