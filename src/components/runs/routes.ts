import { countSteps } from '../../recording/steps.ts';
import type { Scenario } from '../../runtime/stage/scenario.ts';
import { runOf } from '../prose/moments.ts';
import { allScenarios } from '../scope/recorder/scenarios.ts';
import { pagesOf, runPath } from '../scope/link/run-pages.ts';

interface RunRoute {
  readonly params: { readonly id: string };
  readonly props: { readonly scenario: Scenario; readonly page: number };
}

/** The pages of all runs, as Astro asks for them: the same in every language. */
export async function runRoutes(): Promise<RunRoute[]> {
  const scenarios = await allScenarios();
  const routes = await Promise.all(
    scenarios.map(async (scenario) =>
      pagesOf(countSteps(await runOf(scenario.id))).map((_steps, i): RunRoute => ({
        params: { id: runPath(scenario.id, i + 1).slice('/runs/'.length, -1) },
        props: { scenario, page: i + 1 },
      })),
    ),
  );
  return routes.flat();
}
