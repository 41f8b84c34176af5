import { expect, test } from 'vitest';
import { componentOf, misfits, readComponents } from '../../../src/check/site/props.ts';
import { root } from '../../tidy/files.ts';

const source = `---
import type { Claim } from './claim.ts';

interface Answer {
  readonly says: string;
  readonly right?: boolean;
}
type Size = 'small' | 'large' | 3;
interface Props extends Claim {
  /** What is asked,
   *  in one sentence. */
  readonly question: string;
  readonly answers: readonly Answer[];
  readonly pair?: readonly [number, number];
  readonly size?: Size;
  readonly other?: Elsewhere;
}
const { question } = Astro.props;
---

<h2 class="x" id="a-heading">{question}</h2>
`;
const claim =
  'export interface Claim {\n  /** When. */\n  readonly at: string;\n  readonly size: string;\n}\n';
const component = componentOf('Ask', 'src/components/prose/Ask.astro', source, (path) => {
  expect(path).toBe('src/components/prose/claim.ts');
  return claim;
});

const wrong = (name: string, value: Parameters<typeof misfits>[0]): string[] => {
  const shape = component.fields.find((field) => field.name === name)!.shape;
  return misfits(value, shape, name).map(({ path, expected, found }) => `${path}: ${expected}, not ${found}`);
};

test('the attributes of a component are its Props, with those that they extend', () => {
  expect(component.fields.map(({ name, needed, says }) => [name, needed, says])).toEqual([
    ['question', true, 'What is asked, in one sentence.'],
    ['answers', true, ''],
    ['pair', false, ''],
    ['size', false, ''],
    ['other', false, ''],
    ['at', true, 'When.'],
  ]);
  expect(component.headings).toEqual([{ depth: 2, anchor: 'a-heading' }]);
});

test('a value that does not fit is told with its place', () => {
  expect(wrong('question', 'Why?')).toEqual([]);
  expect(wrong('question', 3)).toEqual(['question: a text, not 3']);
  expect(wrong('answers', { says: 'a' })).toEqual(['answers: a list, not {"says":"a"}']);
  expect(wrong('answers', [{ says: 'a', right: 'yes' }, { right: true, why: 'b' }, 'c'])).toEqual([
    'answers.0.right: true or false, not "yes"',
    'answers.1.why: only says, right, not "why"',
    'answers.1: a field "says", not none',
    'answers.2: an object with says, right, not "c"',
  ]);
  expect(wrong('pair', [1])).toEqual(['pair: a list of 2, not [1]']);
  expect(wrong('pair', [1, 'b'])).toEqual(['pair.1: a number, not "b"']);
  expect(wrong('size', 'middle')).toEqual(['size: "small" or "large" or 3, not "middle"']);
  expect(wrong('other', { anything: [null] })).toEqual([]);
});

test('every component at hand can be read, and says of each attribute what it is', () => {
  const components = readComponents(root);
  expect(components.size).toBeGreaterThan(10);
  expect(components.get('Snippet')?.fields.map(({ name }) => name)).toContain('symbol');
  expect(components.get('StudyGroup')?.headings).toEqual([{ depth: 2, anchor: 'for-a-study-group' }]);
});
