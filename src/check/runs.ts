import { registerLineHooks } from '../instrument/node-hooks.ts';
import type { Recording } from '../recording/recording.ts';
import type { Result } from '../runtime/go/result.ts';
import { checkedRuns, endsWell } from '../chapters/checked-runs.ts';
import { type ScenarioFile, shownFiles } from '../chapters/scenarios.ts';
import type { Machine } from './site/site.ts';

/** Makes runs for a check, each once, with the lines of the files that are shown. For Node, not for bundled code. */
export async function machineFor(files: readonly ScenarioFile[]): Promise<Machine> {
  const stop = registerLineHooks(shownFiles(files));
  const [{ recordOn }, { makeExperiment }, { loadPlane }] = await Promise.all([
    import('../recording/record.ts'),
    import('../components/prose/experiment.ts'),
    import('../recording/planes.ts'),
  ]);
  const all = files.flatMap((file) => file.scenarios);
  const planes = new Map(
    await Promise.all(all.map(async (each) => [each.id, await loadPlane(each)] as const)),
  );
  stop();
  const scenarios = new Map(all.map((each) => [each.id, each]));
  const play = (id: string): Result<Recording> => {
    const scenario = scenarios.get(id);
    if (!scenario) return [undefined, new Error(`there is no scenario "${id}"`)];
    const recording = checkedRuns.get(id) ?? recordOn(planes.get(id)!, scenario);
    checkedRuns.set(id, recording);
    return endsWell(recording);
  };
  const wrongIn: Machine['wrongIn'] = (claim, id, instead) => {
    const [story, problem] = play(id);
    if (problem) return problem;
    const [other, otherProblem] = instead === undefined ? [] : play(instead);
    return otherProblem ?? makeExperiment(story, scenarios.get(id)!, planes.get(id)!, claim, other)[1];
  };
  return { play, wrongIn };
}
