import { files } from 'virtual:editable-plugins';
import type { Edits } from '../../src/instrument/edit-place.ts';
import type { FileProblem } from '../../src/instrument/edited-runtime.ts';
import { lockWorker } from '../../src/instrument/lock-worker.ts';
import { type Heart, type LoadedPlugins, loadPlugins } from './edited-plugins.ts';

/**
 * Plugins with edits, and with those of files `anew` loaded so that their lines are told. Fetched by the worker when they are wanted,
 * and with it all that reads TypeScript. Once there are edits, nothing leads out of the worker.
 */
export function pluginsInWorker(
  edits: Edits,
  heart: Heart,
  anew: readonly string[],
): Promise<[LoadedPlugins, undefined] | [undefined, FileProblem]> {
  if (Object.keys(edits).length > 0) lockWorker();
  return loadPlugins(edits, files, anew, heart);
}
