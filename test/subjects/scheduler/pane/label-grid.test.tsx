import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { scenarios } from '../../../../content/scheduler/node-selection/scenario.ts';
import { LabelGrid } from '../../../../src/subjects/scheduler/pane/LabelGrid.tsx';
import { record } from '../../../../src/recording/record.ts';
import type { Scenario } from '../../../../src/runtime/stage/scenario.ts';
import type { Attempt } from '../../../../src/runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const storyOf = (variant: string): Scenario =>
  scenarios.find(({ id }) => id === `scheduler/node-selection#${variant}`) as Scenario;

async function attemptOf(variant: string, pod: string): Promise<Attempt> {
  const { entries } = await record(storyOf(variant));
  const state = mapGet(entries.at(-1)!.world.schedulers, 'kube-scheduler');
  return mapGet(state!.attempts, pod)![0]!;
}

/** The texts of the cells of each row, signs and what is said of them. */
function rowsIn(attempt: Attempt): string[] {
  const html = renderToString(<LabelGrid attempt={attempt} />);
  const rows = html.split('role="row"').slice(1);
  return rows.map((row) =>
    [...row.matchAll(/(?:aria-label="([^"]*)" title="[^<>]*)?>([^<>]+)<\/(?:span|t[hd])>/g)]
      .flatMap(([, says, text]) => [text?.replaceAll('\u2003', '-'), ...(says ? [says] : [])])
      .join(' | '),
  );
}

test('what a pod asks of labels is a tree, and each node says what it has and whether that will do', async () => {
  expect(rowsIn(await attemptOf('terms', 'default/db'))).toEqual([
    'Asked | node-a | node-b | node-c | node-d',
    'both | ✓ | holds | ✕ | does not hold | ✕ | does not hold | ✕ | does not hold',
    '-selector: all | ✓ | holds | ✕ | does not hold | ✓ | holds | ✕ | does not hold',
    '--disk=ssd | ssd ✓ | ssd, holds | hdd ✕ | hdd, does not hold | ssd ✓ | ssd, holds | none ✕ | none, does not hold',
    '-required: any | ✓ | holds | ✓ | holds | ✕ | does not hold | ✓ | holds',
    '--term 1: all | ✓ | holds | ✓ | holds | ✕ | does not hold | ✓ | holds',
    '---type In compute, gpu | compute ✓ | compute, holds | compute ✓ | compute, holds | storage ✕ | storage, does not hold | gpu ✓ | gpu, holds',
  ]);
});

test('wishes are numbers', async () => {
  const rows = rowsIn(await attemptOf('preferred', 'default/web'));
  expect(rows.slice(4)).toEqual([
    'preferred: sum | 40 | 0 | 60 | 0',
    '-weight 40: all | 40 | 0 | 40 | 0',
    expect.stringMatching(/^--disk In ssd/),
    '-weight 20: all | 0 | 0 | 20 | 0',
    expect.stringMatching(/^--type In storage/),
  ]);
});

test('a pod that asks nothing has no table', async () => {
  const html = renderToString(<LabelGrid attempt={await attemptOf('ways', 'default/cron')} />);
  expect(html).toContain('default/cron asks nothing of the labels of nodes');
});
