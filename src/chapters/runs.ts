import { registerLineHooks } from '../instrument/node-hooks.ts';
import { checkedRuns, endsWell } from './checked-runs.ts';
import { type ScenarioFile, shownFiles } from './scenarios.ts';
import type { Play } from './site.ts';

/** Makes runs for a check, each once, with the lines of the files that are shown. For Node, not for bundled code. */
export async function player(files: readonly ScenarioFile[]): Promise<Play> {
  const stop = registerLineHooks(shownFiles(files));
  const { record } = await import('../recording/record.ts');
  stop();
  return (id) => {
    const scenario = files.flatMap(({ scenarios }) => scenarios).find((each) => each.id === id);
    if (!scenario) return [undefined, new Error(`there is no scenario "${id}"`)];
    const recording = checkedRuns.get(id) ?? record(scenario);
    checkedRuns.set(id, recording);
    return endsWell(recording);
  };
}
