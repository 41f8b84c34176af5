import { describe, expect, test } from 'vitest';
import { parseContent } from '../../../src/chapters/content.ts';
import { stillsIn } from '../../../src/components/prose/still/stills.ts';

const stills = (text: string) =>
  stillsIn(parseContent('content/part/name/index.mdx', text)).map(({ at }) => at);

describe('the still of a section', () => {
  test('is of what it tells first; what stands before all sections has none', () => {
    expect(
      stills(
        '<Step at="zero">\n\nA.\n\n</Step>\n\n## One\n\nSee <Moment at="a">it</Moment>.\n\n<Step at="b">\n\nB.\n\n</Step>\n\n' +
          '## Two\n\nNothing.\n\n## Three\n\n<Step at="c">\n\nC.\n\n</Step>\n',
      ),
    ).toEqual(['a', 'c']);
  });

  test('is of a moment that is told once, where it tells of one', () => {
    const twice = 'See <Moment at="a">it</Moment>.';
    expect(
      stills(
        `## One\n\n${twice}\n\nAnd <Moment at="b">that</Moment>.\n\n## Two\n\n${twice}\n\n<Step at="c">\n\nC.\n\n</Step>\n`,
      ),
    ).toEqual(['b', 'c']);
    expect(stills(`## One\n\n${twice}\n\n## Two\n\n${twice}\n`)).toEqual(['a', 'a']);
  });

  test('of the same event in another run is another', () => {
    const other = '<Moment at="a" run="slow">there</Moment>';
    expect(stills(`## One\n\nSee <Moment at="a">it</Moment>.\n\n## Two\n\nSee ${other}.\n`)).toEqual([
      'a',
      'a',
    ]);
  });
});
