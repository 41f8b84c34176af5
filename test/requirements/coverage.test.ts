import { describe, expect, test } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import { assertionsIn } from '../../src/requirements/assertions.ts';
import { coverageOf, missing, type Coverage } from '../../src/requirements/coverage.ts';
import { explanationsIn } from '../../src/requirements/read.ts';
import { componentReport, rowReport, summary } from '../../src/requirements/report.ts';
import type { Row } from '../../src/requirements/rows.ts';

const row = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  component: id.split('-')[0] ?? '',
  what: `What ${id} is.`,
  mustShow: `What is to be seen of ${id}.`,
  verdict: 'agrees',
  note: '',
  pins: [],
  ...more,
});
const rows = [
  row('XX-01', { verdict: 'imprecise', note: 'It is otherwise.', pins: ['RS-04.1'] }),
  row('XX-02'),
  row('XX-03'),
  row('YY-01', { verdict: 'omits' }),
];
const components = [
  { code: 'XX', slug: 'xes', title: 'All that is X' },
  { code: 'YY', slug: 'ys', title: 'All that is Y' },
];

interface Given {
  readonly chapter?: string;
  readonly tests?: string;
  readonly path?: string;
  readonly head?: string;
}

function given({
  chapter = '',
  tests = '',
  path = 'content/part/name/index.mdx',
  head = '',
}: Given): Coverage {
  const content = parseContent(path, `---\ntitle: Name\n${head}---\n\n${chapter}\n`);
  return coverageOf(rows, explanationsIn([content]), assertionsIn('test/name.test.ts', tests));
}

const covered = (coverage: Coverage) =>
  coverage.rows.filter((each) => each.covered).map((each) => each.row.id);
const lacks = (coverage: Coverage, id: string) =>
  missing(coverage.rows.find((each) => each.row.id === id)!).join(' and ');

const chapter = '## A section\n\n<Explains rows="XX-01 XX-02" />\n\nText.';
const tests = `test('XX-01 happens', () => f());\ntest('XX-03 happens', () => f());`;
const both = given({ chapter, tests });

describe('a row', () => {
  test('is covered by a chapter and a test together', () => {
    expect(covered(both)).toEqual(['XX-01']);
    expect(both.problems).toEqual([]);
  });

  test('is not covered by a chapter alone, a test alone, or neither', () => {
    expect(lacks(both, 'XX-02')).toBe('test');
    expect(lacks(both, 'XX-03')).toBe('chapter');
    expect(lacks(both, 'YY-01')).toBe('chapter and test');
    expect(lacks(both, 'XX-01')).toBe('');
  });

  test('is not covered by a test that is skipped, nor by a comment', () => {
    expect(lacks(given({ chapter, tests: `test.skip('XX-01 happens', () => f());` }), 'XX-01')).toBe('test');
    expect(lacks(given({ chapter, tests: `// test('XX-01 happens', () => f());` }), 'XX-01')).toBe('test');
  });

  test('is not covered by a draft, nor by a translation', () => {
    expect(covered(given({ chapter, tests, head: 'draft: true\n' }))).toEqual([]);
    expect(covered(given({ chapter, tests, path: 'content/zh-cn/part/name/index.mdx' }))).toEqual([]);
  });

  test('is not covered by being mentioned in the prose', () => {
    expect(
      covered(given({ chapter: 'This explains XX-01. {/* <Explains rows="XX-01" /> */}', tests })),
    ).toEqual([]);
  });

  test('knows the section that explains it and the test that asserts it', () => {
    const [first] = both.rows;
    expect(first?.explained).toEqual([
      {
        row: 'XX-01',
        path: 'content/part/name/index.mdx',
        line: 7,
        title: 'Name',
        section: 'A section',
        href: '/part/name/#a-section',
      },
    ]);
    expect(first?.asserted).toEqual([
      { row: 'XX-01', path: 'test/name.test.ts', line: 1, title: 'XX-01 happens' },
    ]);
  });

  test('that does not exist is named with its place, and with what there is', () => {
    const { problems } = given({
      chapter: '<Explains rows="XX-04" />',
      tests: `f();\nit('ZZ-01 happens', () => f());`,
    });
    expect(problems).toEqual([
      {
        path: 'content/part/name/index.mdx',
        line: 5,
        says: 'names the row XX-04, which does not exist. The rows of XX are XX-01 to XX-03.',
      },
      {
        path: 'test/name.test.ts',
        line: 2,
        says: 'names the row ZZ-01, which does not exist. The components are XX, YY.',
      },
    ]);
  });
});

describe('the command prints', () => {
  test('a line a component, and the whole at the end', () => {
    expect(summary(components, both.rows)).toBe('XX: 1 of 3\nYY: 0 of 1\n1 of 4 rows covered');
  });

  test('the rows of a component, and what each lacks', () => {
    expect(componentReport(components[0]!, both.rows)).toBe(
      [
        'All that is X',
        '',
        'XX-01  covered                   What XX-01 is.',
        'XX-02  open: no test             What XX-02 is.',
        'XX-03  open: no chapter          What XX-03 is.',
        '',
        'XX: 1 of 3',
      ].join('\n'),
    );
  });

  test('a row that is covered, with all that is there for it', () => {
    expect(rowReport(both.rows[0]!)).toBe(
      [
        'XX-01: What XX-01 is.',
        '',
        'To be seen:       What is to be seen of XX-01.',
        'Common accounts:  imprecise. It is otherwise.',
        'Explained in:     content/part/name/index.mdx:7, "A section"',
        'Asserted by:      test/name.test.ts:1, "XX-01 happens"',
        'Upstream:         RS-04.1, pkg/controller/controller_utils.go#ControllerExpectations.SetExpectations',
        '',
        'XX-01 is covered.',
      ].join('\n'),
    );
  });

  test('a row that is open, and what to do about it', () => {
    expect(rowReport(both.rows[3]!)).toBe(
      [
        'YY-01: What YY-01 is.',
        '',
        'To be seen:       What is to be seen of YY-01.',
        'Common accounts:  omits. Accounts name it, and do not explain it.',
        'Explained in:     nothing yet',
        'Asserted by:      nothing yet',
        'Upstream:         no pin',
        '',
        'YY-01 is open. Explain it in a chapter, under <Explains rows="YY-01" />. Assert it in a test whose title begins with YY-01.',
      ].join('\n'),
    );
  });
});
