import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Left,
  type Mutant,
  byFolder,
  folderOf,
  inOrder,
  isLeft,
  keyOf,
  mutantLine,
  mutantOf,
  sampleOf,
  scoreLine,
  scoreOf,
  shardOf,
} from '../../scripts/mutant-scores.ts';
import { root } from '../../scripts/project.ts';

const text = 'if (a < b) {\n  go();\n}\n';

function mutant(replacement: string, from: [number, number], to: [number, number], file = 'a.ts'): Mutant {
  const place = ([line, column]: [number, number]) => ({ line, column });
  return { file: `src/runtime/go/${file}`, start: place(from), end: place(to), mutator: 'M', replacement };
}

const many = Array.from({ length: 40 }, (_, line) => mutant('false', [line, 2], [line, 9]));

test('The folder of a file is the one of its component, and files outside of src/runtime have none', () => {
  const folders = [
    ['sim/sim.ts', 'sim'],
    ['kubernetes/pkg/scheduler/core/generic_scheduler.ts', 'kubernetes/pkg/scheduler'],
    ['kubernetes/cmd/kubelet/app/server.ts', 'kubernetes/cmd/kubelet'],
    [
      'kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts',
      'kubernetes/staging/src/k8s.io/client-go',
    ],
    ['kubernetes/vendor/github.com/spf13/cobra/command.ts', 'kubernetes/vendor/github.com/spf13/cobra'],
    ['kubernetes/vendor/k8s.io/klog/v2/klog.ts', 'kubernetes/vendor/k8s.io/klog'],
  ];
  for (const [file, folder] of folders) expect(folderOf(`src/runtime/${file}`)).toBe(folder);
  expect(folderOf('src/components/scope/player/player.ts')).toBeUndefined();
  const files = ['src/runtime/sim/sim.ts', 'src/runtime/go/b.ts', 'src/chapters/x.ts', 'src/runtime/go/a.ts'];
  expect([...byFolder(files)]).toEqual([
    ['go', ['src/runtime/go/a.ts', 'src/runtime/go/b.ts']],
    ['sim', ['src/runtime/sim/sim.ts']],
  ]);
});

test('What Stryker makes and what it reports are the same mutant, though it counts from 0 in the one and from 1 in the other', () => {
  const made = (by: number) => ({
    id: '7',
    fileName: join(root, 'src/runtime/go/a.ts'),
    location: { start: { line: by, column: 4 + by }, end: { line: by, column: 9 + by } },
    mutatorName: 'M',
    replacement: 'a <= b',
  });
  expect(mutantOf(made(0), 0)).toEqual(mutant('a <= b', [0, 4], [0, 9]));
  expect(keyOf(mutantOf(made(1), 1))).toBe(keyOf(mutantOf(made(0), 0)));
});

describe('A sample', () => {
  test('is the same for the same seed, whatever the order of the mutants, and another for another seed', () => {
    const drawn = sampleOf(many, 10, 1).map(keyOf);
    expect(new Set(drawn).size).toBe(10);
    expect(sampleOf([...many].reverse(), 10, 1).map(keyOf)).toEqual(drawn);
    expect(sampleOf(many, 10, 2).map(keyOf)).not.toEqual(drawn);
  });

  test('contains each smaller one, and all mutants when it may have as many', () => {
    const drawn = sampleOf(many, 10, 1).map(keyOf);
    expect(sampleOf(many, 25, 1).map(keyOf).slice(0, 10)).toEqual(drawn);
    expect(sampleOf(many, 1000, 1)).toHaveLength(many.length);
    expect(inOrder(sampleOf(many, Infinity, 1))).toEqual(many);
  });

  test('without one of its mutants has one other in its place', () => {
    const drawn = sampleOf(many, 10, 1);
    const without = sampleOf(
      many.filter((each) => each !== drawn[3]),
      10,
      1,
    );
    expect(without.slice(0, 9)).toEqual(drawn.filter((_, index) => index !== 3));
  });
});

describe('Shards', () => {
  const files = [40, 20, 10, 30, 15, 5, 50, 30].map((size, index) => ({ path: `${index}.ts`, size }));

  test('have neighbours together, and about as much to do each', () => {
    expect([1, 2, 3].map((shard) => shardOf(files, { index: shard, count: 3 }))).toEqual([
      ['0.ts', '1.ts', '2.ts'],
      ['3.ts', '4.ts', '5.ts'],
      ['6.ts', '7.ts'],
    ]);
  });

  test('have each file once, however many there are', () => {
    const sizes = fc.array(fc.nat(5000), { maxLength: 30 });
    const property = fc.property(sizes, fc.integer({ min: 1, max: 20 }), (each, count) => {
      const paths = each.map((size, index) => ({ path: `${String(index).padStart(2, '0')}.ts`, size }));
      const all = Array.from({ length: count }, (_, index) =>
        shardOf(paths, { index: index + 1, count }),
      ).flat();
      expect(all).toEqual(paths.map(({ path }) => path));
    });
    fc.assert(property, { seed: 1, examples: [[[0, 0], 2]] });
  });
});

describe('The score', () => {
  test('counts those that were noticed, and one line says so', () => {
    const score = scoreOf('client-go', [{ noticed: true }, { noticed: false }, { noticed: true }]);
    expect(score).toEqual({ folder: 'client-go', killed: 2, total: 3 });
    expect(scoreLine(score).split(/\s{2,}/)).toEqual(['client-go', '2/3', '66.7 %']);
    expect(scoreLine(scoreOf('demo', []))).toContain('nothing to judge');
  });

  test('leaves out a mutant that the list calls equivalent: of this line and this replacement, wherever the line is now', () => {
    const list: Left[] = [
      { file: 'src/runtime/go/a.ts', line: 'go();', replacement: ';', why: 'it does nothing' },
    ];
    expect(isLeft(mutant(';', [1, 2], [1, 7]), text, list)).toBe(true);
    expect(isLeft(mutant(';', [2, 2], [2, 7]), `\n${text}`, list)).toBe(true);
    expect(isLeft(mutant('stop();', [1, 2], [1, 7]), text, list)).toBe(false);
    expect(isLeft(mutant(';', [0, 2], [0, 7]), text, list)).toBe(false);
    expect(isLeft(mutant(';', [1, 2], [1, 7], 'b.ts'), text, list)).toBe(false);
  });
});

test('Survivors are listed by their place, one a line, with what stood there', () => {
  const listed = [
    mutant('{}', [0, 11], [2, 1]),
    mutant('a <= b', [0, 4], [0, 9]),
    mutant('x'.repeat(101), [1, 2], [1, 7]),
    mutant(';', [0, 0], [0, 2], '0.ts'),
  ];
  expect(inOrder(listed).map((each) => mutantLine(each, text))).toEqual([
    'src/runtime/go/0.ts:1 if → ;',
    'src/runtime/go/a.ts:1 a < b → a <= b',
    'src/runtime/go/a.ts:1 { go(); } → {}',
    `src/runtime/go/a.ts:2 go(); → ${'x'.repeat(99)}…`,
  ]);
});

test('What is left alone is on a line that is still there, and has a reason', () => {
  const list = JSON.parse(readFileSync(join(root, 'scripts/mutants-left.json'), 'utf8')) as readonly Left[];
  const stale = list.filter(({ file, line, why }) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return !lines.some((each) => each.trim() === line) || why.length < 10;
  });
  expect(stale).toEqual([]);
});
