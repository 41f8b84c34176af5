import { afterEach, beforeEach, expect, test } from 'vitest';
import { scenarios as replicaSet } from '../../content/controllers/replicaset/scenario.ts';
import { scenarios as controlLoop } from '../../content/controllers/the-control-loop/scenario.ts';
import { scenarios as failures } from '../../playground/scenarios/pod-failure.ts';
import { machineModel } from '../../src/components/scope/machine-model.ts';
import { machineRows, machineWords } from '../../src/components/scope/machine-words.ts';
import { speakBy } from '../../src/i18n/t.ts';
import { chinese } from '../../src/i18n/zh-cn/chinese-live.ts';
import { record } from '../../src/recording/record.ts';
import { tell, whyOf } from '../../src/recording/tell.ts';

beforeEach(() => speakBy(() => chinese));
afterEach(() => speakBy(() => undefined));

const han = /\p{Script=Han}/u;
/** Words of English sentences: where one is left, something was not said in Chinese. What the API says stays as it is. */
const english = /(?<![\w./-])(the|of|is|was|and|to|in|has|a)(?![\w./-])/;
const ours = (text: string): string => text.replaceAll(/“[^”]*”/g, '');

test.each([...controlLoop, ...replicaSet, ...failures])('$id is told in Chinese', async (scenario) => {
  const recording = await record(scenario, { lines: false });
  const left = recording.entries.flatMap(({ index, event }) => {
    const told = [tell(event), whyOf(recording, index)];
    return told.filter((text) => !han.test(text) || english.test(ours(text)));
  });
  expect([...new Set(left)]).toEqual([]);
});

test('the machine is told in Chinese, in words and as a table', async () => {
  const [scenario] = replicaSet;
  const recording = await record(scenario!, { lines: false });
  for (let index = 0; index < recording.entries.length; index += 25) {
    const model = machineModel(recording, index);
    expect(machineWords(model)).not.toMatch(english);
    for (const { part, holds } of machineRows(model)) expect(`${part}：${holds}`).not.toMatch(english);
  }
});
