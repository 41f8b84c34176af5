import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { packText } from '../../../src/components/base/packed-text.ts';
import { decodeCluster, encodeCluster } from '../../../playground/scheduler/cluster-link.ts';
import { ownFile, ownStart } from '../../../playground/scheduler/plugin-files.ts';
import { defaultProfile } from '../../../playground/scheduler/profile.ts';
import { inputOf } from '../../../playground/scheduler/scheduler-model.ts';

const none = () => Promise.resolve('{}');

describe('a link', () => {
  test('holds the text, the changes, the profile and the seed', async () => {
    const input = {
      ...inputOf('kind: Node\nmetadata: { name: "ä" }\n'),
      changes: [{ kind: 'Pod' as const, key: 'default/a', text: null }],
      profile: { ...defaultProfile, withoutFilters: ['NodePorts'], weights: { ImageLocality: 3 } },
      seed: 9,
    };
    const link = await encodeCluster(input, none);
    expect(link).toMatch(/^#cluster=[A-Za-z0-9_-]+$/);
    expect(await decodeCluster(link)).toEqual([input, undefined]);
  });

  test('holds a configuration, and the code of plugins', async () => {
    const input = {
      ...inputOf('kind: Node\n'),
      profile: { ...defaultProfile, configuration: 'kind: KubeSchedulerConfiguration\n' },
      edits: { [ownFile]: ownStart },
    };
    expect(await decodeCluster(await encodeCluster(input, none))).toEqual([input, undefined]);
  });

  test('holds what was taken where what was typed is too long', async () => {
    const noise = randomBytes(40_000).toString('base64');
    const link = await encodeCluster(inputOf(noise), () => Promise.resolve('short'));
    expect((await decodeCluster(link))[0]?.sources).toEqual([{ name: '', text: 'short' }]);
  });

  test('holds a text that a field of a page is too slow for, as a file', async () => {
    const text = '#'.repeat(300_001);
    const [input] = await decodeCluster(await encodeCluster(inputOf(text), none));
    expect(input?.sources).toEqual([
      { name: '', text: '' },
      { name: 'text of the link', text },
    ]);
    expect(await encodeCluster(input!, none)).toBe(await encodeCluster(inputOf(text), none));
  });

  test('that would be too long is refused, with what to do', async () => {
    const noise = randomBytes(40_000).toString('base64');
    await expect(encodeCluster(inputOf(noise), () => Promise.resolve(noise))).rejects.toThrow(
      /^A link can hold 20000 characters, and this cluster needs \d+\. Save it as a file, and share that\.$/,
    );
  });
});

describe('what is no link of ours', () => {
  test('is no concern of ours', async () => {
    expect(await decodeCluster('#where')).toEqual([undefined, undefined]);
  });

  test.each([
    ['#cluster=abc', 'expected a whole link, found one that is cut off or changed'],
    [`#cluster=${'a'.repeat(20_001)}`, 'expected at most 20000 characters, found 20001'],
  ])('%#', async (link, message) => {
    expect((await decodeCluster(link))[1]?.message).toContain(message);
  });

  test.each([
    [
      [1, '', [{ kind: 'Pod', key: 'a', text: 'x'.repeat(300_001) }], defaultProfile, 1],
      'changes of at most 300000 characters, found 300001',
    ],
    [
      [1, '', [], defaultProfile, 1, { [ownFile]: 'x'.repeat(300_001) }],
      'changes of at most 300000 characters, found 300001',
    ],
    [
      [1, '', [], { ...defaultProfile, configuration: 'x'.repeat(100_001) }, 1],
      'a configuration of at most 100000 characters, found 100001',
    ],
    [[2, '', [], defaultProfile, 1], 'expected version 1 of the link, found 2'],
    [[1, 3, [], defaultProfile, 1], 'expected a cluster as text, found number'],
    [[1, '', [{ kind: 'Secret' }], defaultProfile, 1], 'changes of pods and nodes'],
    [[1, '', [], { ...defaultProfile, weights: { Evil: 1 } }, 1], 'expected a profile'],
    [[1, '', [], defaultProfile, -1], 'expected a seed'],
    [[1, '', [], { ...defaultProfile, configuration: 3 }, 1], 'expected a profile'],
    [[1, '', [], defaultProfile, 1, { 'sim/sim.ts': '' }], 'expected edits of plugins'],
  ])('%j', async (value, message) => {
    const link = `#cluster=${await packText(JSON.stringify(value))}`;
    expect((await decodeCluster(link))[1]?.message).toContain(message);
  });

  test.each([
    ['nested deeper than a stack', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'something nested too deep'],
    ['long', JSON.stringify('x'.repeat(5000)), `"${'x'.repeat(58)}…`],
    ['missing', 'null', 'null'],
  ])('a version and a seed that are %s are told, and not as a whole', async (_, json, found) => {
    for (const [text, expected] of [
      [`[${json}]`, 'version 1 of the link'],
      [`[1,"",[],${JSON.stringify(defaultProfile)},${json}]`, 'a seed that is a whole number from 0'],
    ] as const) {
      const [, problem] = await decodeCluster(`#cluster=${await packText(text)}`);
      expect(problem?.message).toContain(`expected ${expected}, found ${found}; `);
    }
  });

  test('a few letters that unfold to more than can be read are not unfolded', async () => {
    const link = `#cluster=${await packText('x'.repeat(21_000_000))}`;
    // They are too many letters as well: deflate makes a thousandth of them.
    expect((await decodeCluster(link))[1]?.message).toMatch(
      /expected (at most 20000 characters|a whole link)/,
    );
  });
});
