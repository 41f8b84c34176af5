import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { readContent } from '../../src/chapters/content.ts';
import { type Picture, type Plan, frameAt } from '../../src/components/picture/description.ts';
import { litAt } from '../../src/components/picture/hops.ts';
import { type Ground, fill, groundOf } from '../../src/components/picture/layout.ts';
import { titleSize, inset } from '../../src/components/picture/sizes.ts';
import { textWidth } from '../../src/components/picture/text-width.ts';
import { viewOf } from '../../src/components/picture/pictures.ts';
import { record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { select } from '../../src/recording/select.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { panesOfEach } from '../subjects/every.ts';
import { root } from '../tidy/files.ts';

const pictures = import.meta.glob<Picture>('../../src/subjects/*/pictures/*.ts', {
  import: 'picture',
  eager: true,
});

/** The picture of a scenario. Throws where none has its name: nothing of the run could be drawn. */
function pictureOf(scenario: Scenario): Picture {
  const view = viewOf(scenario);
  const picture = pictures[`../../src/subjects/${view.replace('/', '/pictures/')}.ts`];
  if (!picture) throw new Error(`expected a picture of ${scenario.id} by the name ${view}, found none`);
  return picture;
}

const chapters = readContent(root).filter(
  ({ frontmatter, language }) => frontmatter['kind'] === 'chapter' && language === 'en',
);

/** Every moment that a chapter tells, by the variant of the run. */
function toldIn(chapter: (typeof chapters)[0]): ReadonlyMap<string, readonly string[]> {
  const told = new Map<string, string[]>();
  for (const { name, attributes } of chapter.elements) {
    if (name !== 'Step' && name !== 'Moment') continue;
    const run = String(attributes['run'] ?? '');
    // Lines of code are recorded where they are instrumented; what a picture shows of them is the event before.
    if (String(attributes['at']).includes('line ')) continue;
    told.set(run, [...(told.get(run) ?? []), String(attributes['at'])]);
  }
  return told;
}

/** Places at which a run is looked at: the moments that are told, and others all over it. */
function placesIn(recording: Recording, told: readonly string[]): readonly number[] {
  const { length } = recording.entries;
  const others = Array.from({ length: 40 }, (_, i) => Math.floor((i * (length - 1)) / 39));
  return [...told.map((at) => indexOf(recording, at)), ...others];
}

function indexOf(recording: Recording, at: string): number {
  const [index, missing] = select(recording, at);
  if (missing) throw missing;
  return index;
}

/** `<view> <kind>` of each block that was seen in a picture. */
const used = new Set<string>();

describe.each(chapters)('the picture of $id', (chapter) => {
  test('keeps the rules of pictures at each moment that the chapter tells', async () => {
    const file = chapter.path.replace('index.mdx', 'scenario.ts');
    const { scenarios } = (await import(join(root, file))) as { scenarios: readonly Scenario[] };
    const told = toldIn(chapter);
    for (const scenario of scenarios) {
      const picture = pictureOf(scenario);
      const variant = told.get(scenario.id.split('#')[1] ?? '') ?? [];
      const recording = await record(scenario, { lines: false });
      const plan = picture.plan(recording);
      const grounds = (['wide', 'narrow'] as const).map((shape) => groundOf(plan, shape));
      for (const ground of grounds) expect(crossings(ground), `pipes of ${viewOf(scenario)}`).toEqual([]);
      expect(deadPresses(plan, recording), `parts of ${scenario.id} that open no pane`).toEqual([]);
      const unlit = variant.filter((at) => litAt(picture, recording, indexOf(recording, at)).size === 0);
      expect(unlit, 'moments that light nothing').toEqual([]);
      for (const index of placesIn(recording, variant)) {
        const where = `${scenario.id}, entry ${index}`;
        expect(strays(picture, recording, index, grounds[0]!), where).toEqual([]);
        const held = Object.values(picture.scene(frameAt(recording, index)).parts).flatMap(
          ({ blocks = [] }) => blocks,
        );
        for (const { kind } of held) used.add(`${viewOf(scenario)} ${kind}`);
        for (const ground of grounds) {
          const parts = fill(ground, picture.scene(frameAt(recording, index)));
          const ids = parts.flatMap(({ chips }) => chips.map(({ chip }) => chip.id));
          expect(ids, `${where}: a chip in two places`).toEqual([...new Set(ids)]);
          const cut = parts.flatMap(({ part, at, content }) => {
            const note = content.note === undefined ? 0 : textWidth(content.note, 11.5) + 8;
            return textWidth(part.title, titleSize) + note + (content.tone ? 14 : 0) > at.w - 2 * inset
              ? [`${part.title} ${content.note}`]
              : [];
          });
          expect(cut, `${where}: titles without room in the ${ground.shape} shape`).toEqual([]);
          const over = parts.flatMap(({ at, blocks, part }) =>
            blocks
              .filter((block) => block.at.y + block.at.h > at.y + at.h + 1)
              .map(({ block }) => `${part.title}: ${block.kind}`),
          );
          expect(over, `${where}: blocks without room in the ${ground.shape} shape`).toEqual([]);
        }
      }
    }
  });
});

test('each picture names the kinds of its blocks, and no others', () => {
  const named = Object.entries(pictures).flatMap(([path, { blocks }]) => {
    const view = path.slice('../../src/subjects/'.length, -'.ts'.length).replace('/pictures/', '/');
    return blocks.map((kind) => `${view} ${kind}`);
  });
  // What any run can be looked at by is the picture of no chapter.
  const ofChapters = named.filter((one) => !one.startsWith('stage/programs '));
  expect(ofChapters.toSorted()).toEqual([...used].toSorted());
});

/** Parts that a press on opens nothing of, or a pane that this run does not have. */
function deadPresses({ parts }: Plan, { subjects, entries }: Recording): readonly string[] {
  const panes = [...subjects, 'stage'].flatMap((one) => panesOfEach[`/src/subjects/${one}/panes.ts`] ?? []);
  const there = new Set(panes.filter(({ hasTab }) => hasTab?.(entries) ?? true).map(({ id }) => id));
  return Object.entries(parts).flatMap(([id, { opens = '' }]) =>
    there.has(opens) ? [] : [`${id}: ${opens}`],
  );
}

/** Ids in a path or a scene that the plan does not have. */
function strays(
  picture: Picture,
  recording: Recording,
  index: number,
  { parts, pipes }: Ground,
): readonly string[] {
  const known = new Set([...parts, ...pipes].map(({ id }) => id));
  const scene = picture.scene(frameAt(recording, index));
  return [
    ...litAt(picture, recording, index),
    ...Object.keys(scene.parts).filter((id) => scene.parts[id]?.blocks),
  ].filter((id) => !known.has(id));
}

/** Pipes that go through a part which is neither their beginning nor their end. */
function crossings({ parts, pipes }: Ground): readonly string[] {
  return pipes.flatMap(({ id, pipe, points }) =>
    points.slice(1).flatMap((to, i) => {
      const from = points[i]!;
      const [x1, x2] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
      const [y1, y2] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      return parts
        .filter((part) => part.id !== pipe.from && part.id !== pipe.to && !part.part.ground)
        .filter(({ at }) => x1 < at.x + at.w && x2 > at.x && y1 < at.y + at.h && y2 > at.y)
        .map((part) => `${id} through ${part.id}`);
    }),
  );
}
