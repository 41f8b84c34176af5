import type { Browser } from '@playwright/test';
import { packEdits } from '../../src/components/scope/link/edited-link.ts';
import { encodeMoment } from '../../src/components/scope/link/share-link.ts';
import { type EditedProgram, programs } from '../edited-programs.ts';
import type { Attack, Ground, Try } from '../attack.ts';
import { codeOfSite } from '../code-of-site.ts';
import { inputsInOne, reachedBy } from '../reached.ts';

const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
const chapter = '/controllers/replicaset/';
const begins = '*syncReplicaSet(key: string): Blocking<Error | undefined> {\n';

/** Readers run code of somebody else from a link: nothing of it may reach the page, or any network. */
export const attack: Attack = { kind: 'code in a link', tries };

async function* tries({ most, seed, site, browser }: Ground): AsyncIterable<Try> {
  const [address, chromium] = [await site(), await browser()];
  const from = seed % programs.length;
  const chosen = [...programs.slice(from), ...programs.slice(0, from)].slice(
    0,
    Math.ceil(most / inputsInOne),
  );
  for (const program of chosen) yield await run(program, address, chromium);
}

async function run(program: EditedProgram, address: string, browser: Browser): Promise<Try> {
  const broke = await reachedBy(
    browser,
    `${address}${chapter}${await linkTo(program, address)}`,
    async (page) => {
      await page.getByRole('button', { name: 'Run it', exact: true }).click({ timeout: 60_000 });
      // The other run is there, or a notice that says why there is none.
      const end = page.getByRole('button', { name: 'Yours' }).or(page.locator('.scope-notices:not(:empty)'));
      await end.first().waitFor({ timeout: 60_000 });
    },
  );
  return { input: program.name, broke };
}

async function linkTo({ inSync = '', atLoad = '' }: EditedProgram, address: string): Promise<string> {
  const original = await codeOfSite(address, file);
  if (!original.includes(begins))
    throw new Error(`${file}: expected "${begins.trim()}", found none; write it as it is there`);
  const text = `${original.replace(begins, () => `${begins}${inSync}\n`)}\n${atLoad}\n`;
  const packed = await packEdits({ [file]: text }, () => Promise.resolve(original));
  return encodeMoment({ scenario: 'controllers/replicaset', seed: 3, entry: 0, acts: [], packed });
}
