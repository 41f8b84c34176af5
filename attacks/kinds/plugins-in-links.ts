import type { Browser } from '@playwright/test';
import { encodeCluster } from '../../playground/scheduler/cluster-link.ts';
import { examples } from '../../playground/scheduler/examples.ts';
import { ownFile } from '../../playground/scheduler/plugin-files.ts';
import { inputOf } from '../../playground/scheduler/scheduler-model.ts';
import type { Attack, Ground, Try } from '../attack.ts';
import { type EditedProgram, programs } from '../edited-programs.ts';
import { inputsInOne, reachedBy } from '../reached.ts';

/** Those that need nothing of a controller, and one of a plugin's own: what it says of a node. */
const ofPlugins: readonly EditedProgram[] = programs.filter(({ atLoad }) => atLoad !== undefined);

const decidedOrWhyNot = /before your changes|Not run again|was dropped|was ended/;

/** As code in a link to a moment, in a link to a cluster: a plugin of somebody's own. */
export const attack: Attack = { kind: 'a plugin in a link', tries };

async function* tries({ most, seed, site, browser }: Ground): AsyncIterable<Try> {
  const [address, chromium] = [await site(), await browser()];
  const from = seed % ofPlugins.length;
  const chosen = [...ofPlugins.slice(from), ...ofPlugins.slice(0, from)];
  for (const program of chosen.slice(0, Math.ceil(most / inputsInOne)))
    yield await run(program, address, chromium);
}

async function run(program: EditedProgram, address: string, browser: Browser): Promise<Try> {
  const example = examples[0]?.text ?? '';
  const input = { ...inputOf(example), edits: { [ownFile]: pluginWith(program) } };
  const fragment = await encodeCluster(input, () => Promise.resolve(example));
  const broke = await reachedBy(browser, `${address}/playground/scheduler/${fragment}`, async (page) => {
    await page.getByRole('button', { name: 'Run it', exact: true }).click({ timeout: 60_000 });
    const status = page.locator('.lab-status [role=status]');
    await status.filter({ hasText: decidedOrWhyNot }).waitFor({ timeout: 60_000 });
  });
  return { input: program.name, broke };
}

function pluginWith({ atLoad = '' }: EditedProgram): string {
  return `export const name = 'Mine';
export const points = ['filter'] as const;
export function newPlugin() { return [{ name: () => 'Mine', filter: () => undefined }, undefined]; }
${atLoad}
`;
}
