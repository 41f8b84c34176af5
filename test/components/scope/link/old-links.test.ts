/**
 * Links as readers have them: made at the commits f2ff3df1 and 6f501388, by the code of these, before the mirrors were laid out as
 * the Go tree. Those with edits hold what each exercise begins with, and its solution. Of the moments, each link is to the last entry.
 */
import { describe, expect, test } from 'vitest';
import { readScenarios } from '../../../../src/chapters/scenarios.ts';
import { readExercises } from '../../../../src/components/exercises/exercise-files.ts';
import { partsOf } from '../../../../src/components/exercises/parts.ts';
import { splice } from '../../../../src/components/exercises/splice.ts';
import { packText } from '../../../../src/components/base/packed-text.ts';
import { unpackEdits } from '../../../../src/components/scope/link/edited-link.ts';
import { decodeMoment } from '../../../../src/components/scope/link/share-link.ts';
import { runtimeText } from '../../../../src/instrument/runtime-graph.ts';
import { record } from '../../../../src/recording/record.ts';
import { transcriptRows } from '../../../../src/recording/transcript.ts';
import { withoutMark } from '../../../../src/sources/go-lines-read.ts';
import links from './old-links.json' with { type: 'json' };

const root = process.cwd();
const scenarios = new Map(
  (await readScenarios(root)).flatMap((file) => file.scenarios.map((one) => [one.id, one] as const)),
);
const exercises = new Map((await readExercises(root)).map(({ exercise }) => [exercise.id, exercise]));

/** A file as the site serves it. */
function served(file: string): Promise<string> {
  try {
    return Promise.resolve(runtimeText(file).split('\n').map(withoutMark).join('\n'));
  } catch {
    return Promise.reject(new Error(`${file}: expected its source, found 404.`));
  }
}

/** What the exercises whose beginning has changed since began with. */
const began: Readonly<Record<string, (start: string) => string>> = {
  'machinery/shared-informers/deltas start': (start) =>
    start.replace(
      "return delta.type === 'Deleted' ? this.#indexer.delete(newObj) : this.#indexer.add(newObj);",
      'return this.#indexer.add(newObj);',
    ),
};

describe('a link from before the files moved', () => {
  test.each(links.moments)('still leads to the same moment: $told', async ({ link, told }) => {
    const [moment] = decodeMoment(link);
    const { scenario, seed, acts, entry } = moment!;
    const rows = transcriptRows(await record(scenarios.get(scenario)!, { seed, acts }));
    const last = rows.at(-1)!;
    expect([last.index, [last.time, last.who, last.told].map((word) => word.trim()).join(' ')]).toEqual([
      entry,
      told,
    ]);
  });

  test.each(links.edited)('still brings the $wrote of $exercise', async ({ exercise, wrote, link }) => {
    const [moment] = decodeMoment(link);
    const [found, problem] = await unpackEdits(moment!.packed!, served);
    expect(problem).toBeUndefined();
    const now = exercises.get(exercise)!;
    if (now.kind !== 'code') throw new Error(`expected ${exercise} to be about code`);
    const { place, ...parts } = partsOf(now);
    // What an exercise began with then, where it begins with something else now.
    const text = began[`${exercise} ${wrote}`]?.(parts.start) ?? parts[wrote as 'start' | 'solution'];
    expect(found?.edits).toEqual({ [now.file]: splice(await served(now.file), place!, text) });
  });

  const replicaSet = 'controllers/replicaset/replica_set.ts';
  const now = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
  const digest = '78fec1db';

  test('brings two edits of a file, one above the other', async () => {
    const original = await served(now);
    const packed = await packText(
      JSON.stringify([
        [replicaSet, digest, 467, 0, ['    // one', '    // two']],
        [replicaSet, digest, 493, 0, ['    // three']],
      ]),
    );
    const [found] = await unpackEdits(packed, served);
    const added = (lines: string): string[] =>
      lines.split('\n').filter((line) => /^ {4}\/\/ \w+$/.test(line));
    expect(added(found!.edits[now]!).filter((line) => !added(original).includes(line))).toEqual([
      '    // one',
      '    // two',
      '    // three',
    ]);
    expect(found?.parts.map(({ file, lines }) => [file, lines.length])).toEqual([
      [now, 2],
      [now, 1],
    ]);
  });

  const edit = (...part: unknown[]): Promise<string> => packText(JSON.stringify([part]));
  test.each([
    ['of lines that nobody could edit', [replicaSet, digest, 1, 2, ['x']], served],
    ['that goes on behind what could be edited', [replicaSet, digest, 540, 9, ['x']], served],
    [
      'of lines that have changed since',
      [replicaSet, digest, 500, 1, ['x']],
      async (file: string) => (await served(file)).replace('let diff =', 'let difference ='),
    ],
  ])('and an edit %s says what is not there', async (_name, part, textOfFile) => {
    const [, problem] = await unpackEdits(await edit(...part), textOfFile);
    const [, , from, removed] = part as [string, string, number, number];
    expect(problem?.message).toBe(
      `This link does not lead to a moment: expected in ${now} what stood in lines ${from} to ${from + removed - 1} of ${replicaSet} when the link was made, found other lines; edit ${now} as it is now, and make a new link.`,
    );
  });

  test('and an edit of a file that nobody knows says that it is not there', async () => {
    const unknown = edit('controllers/nowhere.ts', digest, 1, 1, ['x']);
    await expect(unpackEdits(await unknown, served)).rejects.toThrow(
      'controllers/nowhere.ts: expected its source, found 404.',
    );
  });
});
