import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsWith, readChapter, type NewChapter } from '../../scripts/chapter-files.ts';
import { toWrite } from '../../src/chapters/to-write.ts';
import type { Part } from '../../src/chapters/parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const map = `
export const parts: readonly Part[] = [
  {
    id: 'first',
    title: 'First',
    topics: [
      { title: 'ReplicaSet', shows: 'three pods, always three', component: 'RS', chapter: 'first/replicaset' },
      { title: 'Write your own', shows: 'a controller', component: 'POD' },
      { title: 'Leader election', shows: 'a lease', component: 'LE' },
    ],
  },
  {
    id: 'second',
    title: 'Second',
    topics: [{ title: 'Events', shows: 'many alike become one', component: 'EVT' }],
  },
];
`;
const topics = [
  { title: 'ReplicaSet', shows: 'three pods, always three', component: 'RS', chapter: 'first/replicaset' },
  { title: 'Write your own', shows: 'a controller', component: 'POD' },
  { title: 'Leader election', shows: 'a lease', component: 'LE' },
];
const book: readonly Part[] = [
  { id: 'first', title: 'First', kind: 'controller', question: 'Why?', topics },
  {
    id: 'second',
    title: 'Second',
    kind: 'informer',
    question: 'How?',
    topics: [{ title: 'Events', shows: 'many alike become one', component: 'EVT' }],
  },
];

function chapterOf(...given: string[]): NewChapter {
  const [chapter, problem] = readChapter(given, book);
  if (problem) throw problem;
  return chapter;
}

describe('a new chapter', () => {
  test('takes the topic that its name, its title or its part of the checklist means', () => {
    const chosen = [
      chapterOf('second/events'),
      chapterOf('first/own', 'Write your own'),
      chapterOf('first/pod-controller-demo'),
      chapterOf('first/leader-election', 'Who leads?'),
    ].map(({ topic, isNewTopic, rows }) => [topic.title, isNewTopic, rows[0]?.id]);
    expect(chosen).toEqual([
      ['Events', false, 'EVT-01'],
      ['Write your own', false, 'POD-01'],
      ['Write your own', false, 'POD-01'],
      ['Who leads?', false, 'LE-01'],
    ]);
  });

  test('may have a topic of its own, when it says what it shows', () => {
    const { topic, isNewTopic } = chapterOf('second/probes', 'Probes', 'alive, ready, started');
    expect([topic, isNewTopic]).toEqual([{ title: 'Probes', shows: 'alive, ready, started' }, true]);
  });

  const form = 'expected PART/NAME in small letters, digits and hyphens, such as controllers/deployment';
  test.each([
    [[], 'expected PART/NAME, such as controllers/deployment, found nothing'],
    [['events'], `${form}, found "events"`],
    [['first/Events'], `${form}, found "first/Events"`],
    [['first/../events'], `${form}, found "first/../events"`],
    [['third/events'], 'expected a part of the book, found "third"; the parts are first, second'],
    [
      ['first/replicaset'],
      'expected a topic without a chapter, found "ReplicaSet", which has content/first/replicaset',
    ],
    [
      ['first/probes'],
      'expected a topic of "First" that is still to be written (write-your-own, leader-election), or the title of a new one and a few words on what it shows, found "probes"',
    ],
    [['first/probes', 'a', 'b', 'c'], 'expected three arguments at most, found 4: put the title in quotes'],
  ])('is refused for %j', (given, says) => {
    expect(readChapter(given, book)[1]?.message).toBe(says);
  });
});

describe('the map of the book', () => {
  const bare = (text: string) => text.replace(/\s|,(?=\s*[}\]])/g, '');

  test('gets the chapter at its topic, and changes nowhere else', async () => {
    const text = await partsWith(chapterOf('first/leader-election', 'Who leads?'), map);
    expect(bare(text)).toBe(bare(map.replace(`'LE' }`, `'LE', chapter: 'first/leader-election' }`)));
  });

  test('gets a new topic at the end of its part', async () => {
    const text = await partsWith(chapterOf('second/probes', `What's alive?`, 'alive, ready'), map);
    const added = `{ title: "What's alive?", shows: 'alive, ready', chapter: 'second/probes' }`;
    expect(bare(text)).toBe(bare(map.replace(`'EVT' }]`, `'EVT' }, ${added}]`)));
  });
});

test('what is to be written is found with its line', () => {
  expect(toWrite('a\n«b\n  c» d «e»\n\n«f»')).toEqual([
    { line: 2, says: 'b c' },
    { line: 3, says: 'e' },
    { line: 5, says: 'f' },
  ]);
});

describe('in a copy of the project the command', { timeout: 60_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-chapter-'));
  const made = [
    'content/controllers/made-by-a-test/index.mdx',
    'content/controllers/made-by-a-test/scenario.ts',
    'test/scenarios/made-by-a-test.test.ts',
  ];
  const run = (...args: string[]) => {
    try {
      const output = execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
      return { status: 0, output };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { status, output: stdout + stderr };
    }
  };
  const given = ['controllers/made-by-a-test', 'Made by a test', 'what it shows'];
  let first: ReturnType<typeof run>;

  beforeAll(() => {
    for (const name of [
      'content',
      'playground',
      'scripts',
      'src',
      'test',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
      '.prettierrc.json',
      'sidebar.ts',
    ])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    first = run('scripts/new-chapter.ts', ...given);
  }, 60_000);
  afterAll(() => rmSync(copy, { recursive: true }));

  test('names each file that it makes, and each place that is to be written', () => {
    expect(first.status).toBe(0);
    for (const path of made) {
      expect(first.output).toContain(`  ${path}\n`);
      for (const { line, says } of toWrite(readFileSync(join(copy, path), 'utf8')))
        expect(first.output).toContain(`  ${path}:${line}  ${says}\n`);
    }
  });

  test('makes a chapter whose test passes, in the form of the house', () => {
    const bin = (name: string) => join(root, 'node_modules', name);
    const passed = run(
      bin('vitest/vitest.mjs'),
      'run',
      made[2]!,
      'test/chapters/parts.test.ts',
      'test/scenarios/chapters.test.ts',
    );
    expect(passed.status, passed.output).toBe(0);
    expect(passed.output).toContain(made[2]);
    const formed = run(
      bin('prettier/bin/prettier.cjs'),
      '--check',
      'src/chapters/parts.ts',
      ...made.slice(1),
    );
    expect(formed.status, formed.output).toBe(0);
  });

  test('makes a draft that the content check lets pass, and no chapter that it would let be opened', () => {
    const places = made.flatMap((path) =>
      toWrite(readFileSync(join(copy, path), 'utf8')).map((place) => ({ path, ...place })),
    );
    const draft = run('scripts/check-content.ts', made[0]!);
    expect(draft.status, draft.output).toBe(0);
    for (const { path, line, says } of places)
      expect(draft.output).toContain(`${path}:${line}: warning: «${says}» is still to be written.\n`);
    // Besides what stands in «…» it lacks what only its writer can make: the rows that it explains, and an exercise.
    const [, warnings = ''] = /no problem, (\d+) warnings\./.exec(draft.output) ?? [];
    expect(Number(warnings)).toBeGreaterThan(places.length);
    const prose = readFileSync(join(copy, made[0]!), 'utf8');
    writeFileSync(join(copy, made[0]!), prose.replace('draft: true\n', ''));
    const opened = run('scripts/check-content.ts', made[0]!);
    writeFileSync(join(copy, made[0]!), prose);
    expect(opened.status).toBe(1);
    expect(opened.output).toContain(`1 file of content: ${warnings} problems.`);
  });

  test('makes nothing where something is', () => {
    const before = readFileSync(join(copy, made[0]!), 'utf8');
    const usage = '  npm run new:chapter -- PART/NAME ["Title" ["what it shows"]]\n';
    expect(run('scripts/new-chapter.ts', ...given)).toEqual({
      status: 2,
      output: `new:chapter: expected a topic without a chapter, found "Made by a test", which has content/controllers/made-by-a-test\n${usage}`,
    });
    expect(run('scripts/new-chapter.ts', 'machinery/replicaset', 'Sets', 'a set')).toEqual({
      status: 2,
      output: `new:chapter: expected a name that is free, found test/scenarios/replicaset.test.ts: choose another, or write on there\n${usage}`,
    });
    expect(existsSync(join(copy, 'content/machinery/replicaset'))).toBe(false);
    expect(readFileSync(join(copy, made[0]!), 'utf8')).toBe(before);
  });
});
