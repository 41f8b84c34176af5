import { afterEach, expect, test } from 'vitest';
import { scenarios as replicaSet } from '../../content/controllers/replicaset/scenario.ts';
import { readScenarios } from '../../src/chapters/scenarios.ts';
import { frameAt } from '../../src/components/picture/description.ts';
import { kindOf } from '../../src/components/picture/kinds.ts';
import { picture } from '../../src/subjects/control-loop/pictures/control-loop.ts';
import { speakBy, translated } from '../../src/i18n/t.ts';
import { loaded } from '../../src/i18n/zh-cn/all.ts';
import { chineseOf } from '../../src/i18n/zh-cn/chinese.ts';
import { live } from '../../src/i18n/zh-cn/chinese-live.ts';
import { foldsIn, tellFold } from '../../src/recording/folds.ts';
import { stopsOf } from '../../src/recording/granularity.ts';
import { record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { mapEntries } from '../../src/runtime/sim/pmap.ts';
import { tell } from '../../src/recording/tell.ts';
import { whyOf } from '../../src/recording/why.ts';

/** Speaks as a page does that shows a run of these subjects. */
function speakOf(subjects: readonly string[]): void {
  const own = ['stage', ...subjects].flatMap((name) => loaded[`../../subjects/${name}/zh-cn.json`] ?? []);
  const chinese = chineseOf([live, ...own]);
  speakBy(() => chinese);
}

afterEach(() => speakBy(() => undefined));

const han = /\p{Script=Han}/u;
/** Words of English sentences: where one is left, something was not said in Chinese. What the API says stays as it is. */
const english = /(?<![\w./-])(the|of|is|was|and|to|in|has|a)(?![\w./-])/;
const theirs =
  /“[^”]*”|\.message [^、。]*|(node\(s\)|pod has unbound) [^、。；]*|(止于 \w+：|applying score )[^。]*/g;
const ours = (text: string): string => text.replaceAll(theirs, '');

const all = (await readScenarios('.')).flatMap(({ scenarios }) => scenarios);

/** What every table says besides names and values. */
function tableTexts({ entries }: Recording): string[] {
  const tables = new Set(entries.flatMap(({ world }) => mapEntries(world.tables).map(([, table]) => table)));
  return [...tables].flatMap(({ title, columns, rows }) => [
    title,
    ...columns,
    ...rows.flatMap(({ note = [] }) => note),
  ]);
}

test.each(all)('$id is told in Chinese', async (scenario) => {
  const recording = await record(scenario, { lines: false });
  speakOf(recording.subjects);
  const texts = [...new Set(tableTexts(recording))];
  expect(texts.filter((text) => !han.test(translated(text)))).toEqual([]);
  const told = [
    ...recording.entries.flatMap(({ index, event }) => [tell(event), whyOf(recording, index)]),
    ...foldsIn(recording, stopsOf(recording, 'every event')).map((fold) => tellFold(recording, fold)),
  ];
  const left = told.filter((text) => !han.test(text) || english.test(ours(text)));
  expect([...new Set(left)]).toEqual([]);
});

test('a picture is told in Chinese, in words and as a table', async () => {
  const [scenario] = replicaSet;
  const recording = await record(scenario!, { lines: false });
  speakOf(recording.subjects);
  for (let index = 0; index < recording.entries.length; index += 25) {
    const { says, parts } = picture.scene(frameAt(recording, index));
    expect(says).not.toMatch(english);
    const rows = Object.values(parts).flatMap(({ note = '', blocks = [] }) => [
      note,
      ...blocks.flatMap((block) =>
        kindOf(block)
          .rows(block)
          .map((row) => row.join('：')),
      ),
    ]);
    for (const row of rows) expect(row.replace(/kubelet \w/, '')).not.toMatch(english);
  }
});
