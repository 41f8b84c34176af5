import type { Scenario } from '../../../runtime/stage/scenario.ts';
import type { Result } from '../../../runtime/go/result.ts';

interface ScenarioModule {
  readonly scenarios: readonly Scenario[];
}

/** Every scenario file of the chapters and of the playground, loaded when asked for. */
const files = import.meta.glob<ScenarioModule>(['/content/**/scenario*.ts', '/playground/scenarios/*.ts']);

/** The file that should hold a scenario: a chapter's folder has one, the playground one for each name. */
export function fileOf(id: string): string {
  const [path = ''] = id.split('#');
  const name = /^playground\/(.+)$/.exec(path)?.[1];
  return name ? `/playground/scenarios/${name}.ts` : `/content/${path}/scenario.ts`;
}

/** A scenario by its id; an error in words for the reader if there is none. */
export async function loadScenario(id: string): Promise<Result<Scenario>> {
  const load = files[fileOf(id)];
  if (!load) return [undefined, unknownScenario(id)];
  const { scenarios } = await load();
  const scenario = scenarios.find((one) => one.id === id);
  return scenario ? [scenario, undefined] : [undefined, unknownScenario(id, scenarios)];
}

/** Every scenario of the site. */
export async function allScenarios(): Promise<Scenario[]> {
  const modules = await Promise.all(Object.values(files).map((load) => load()));
  return modules.flatMap(({ scenarios }) => scenarios);
}

function unknownScenario(id: string, near: readonly Scenario[] = []): Error {
  const known = near.length > 0 ? near.map((scenario) => scenario.id) : Object.keys(files).map(idOfFile);
  return new Error(
    `expected the id of a scenario, found "${id}"; this site has ${known.slice(0, 12).join(', ')}. Open a chapter and take its link again.`,
  );
}

function idOfFile(file: string): string {
  return file
    .replace(/^\/content\/|\/scenario[^/]*\.ts$|\.ts$/g, '')
    .replace('/playground/scenarios/', 'playground/');
}
