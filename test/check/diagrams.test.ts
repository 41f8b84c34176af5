import { describe, expect, test } from 'vitest';
import { digestOfDiagram, withDigest } from '../../src/diagrams/kept.ts';
import { chapter, problemsOf } from './sample.ts';

const text = `sequenceDiagram
  accTitle: A
  accDescr: B
  %% at first act
  a->>b: words`;
const fence = (source: string, name = 'one'): string =>
  `## One\n\n\`\`\`mermaid ${name}\n${source}\n\`\`\`\n`;
const drawing = withDigest('<svg xmlns="http://www.w3.org/2000/svg"/>', digestOfDiagram(text));
const kept = 'content/controllers/the-control-loop/diagrams/one.svg';

/** What the check says of the sample with a diagram in its first section, whose fence is in line 16. */
function saysOf(
  diagrams: string,
  drawings: Readonly<Record<string, string>> = { [kept]: drawing },
): string[] {
  const problems = problemsOf(chapter.replace('## One\n', diagrams), { drawings });
  return problems.map(({ line, says }) => `${line}: ${says}`);
}

test('a diagram that is drawn, and whose moments happen, passes', () => {
  expect(saysOf(fence(text))).toEqual([]);
});

describe('a drawing', () => {
  const command =
    'run `npm run diagrams -- content/controllers/the-control-loop/index.mdx`, or open the page in `npm run dev`.';

  test('that is missing fails, with the command that draws it', () => {
    expect(saysOf(fence(text), {})).toEqual([`16: the diagram "one" is not drawn yet: ${command}`]);
  });

  test('of another source fails', () => {
    expect(saysOf(fence(text.replace('words', 'others')))).toEqual([
      `16: the drawing ${kept} is not of this source, this version of mermaid or these settings: ${command}`,
    ]);
  });

  test('with a script in it fails', () => {
    const evil = drawing.replace('/>', '><script/></svg>');
    expect(saysOf(fence(text), { [kept]: evil })).toEqual([
      `16: the drawing ${kept} holds <script>, which none may. Take the file away, and ${command}`,
    ]);
  });

  test('that no diagram has fails', () => {
    expect(saysOf('## One\n')).toEqual([
      `1: no diagram of the page has the drawing ${kept}: take it away, or run \`npm run diagrams\`.`,
    ]);
  });
});

describe('a diagram', () => {
  test('has a name of its own', () => {
    expect(saysOf(fence(text, ''), {})).toEqual([
      '16: expected a name behind ```mermaid, of small letters and digits with "-" between, found nothing. Write one such as "```mermaid one-reconcile": its drawing is kept under it.',
    ]);
    expect(saysOf(fence(text) + fence(text).replace('## One\n', ''))).toEqual([
      '24: the diagram of line 16 has the name "one" too. Give each its own.',
    ]);
  });

  test('is told where it cannot be read', () => {
    expect(saysOf(fence(text.replace('  accTitle: A\n', '')))).toEqual([
      '17: diagram: write `accTitle: …` below this line: what the diagram shows, in a few words.',
    ]);
  });

  test('names moments that happen, in a run of the page', () => {
    const of = (source: string): string[] =>
      saysOf(fence(source), { [kept]: withDigest('<svg/>', digestOfDiagram(source)) });
    expect(of(text.replace('first act', '#9 act'))).toEqual([
      expect.stringMatching(
        /^20: diagram: in controllers\/sample, no event matches "#9 act": expected at least 9, found 4;/,
      ),
    ]);
    expect(of(text.replace('  %% at', '  %% run again\n  %% at'))).toEqual([]);
    expect(of(text.replace('  %% at', '  %% run never\n  %% at'))).toEqual([
      '16: diagram: expected a run of this page, found "%% run never". It has controllers/sample, controllers/sample#again: name a variant of these, or take the "%% at" out.',
    ]);
  });
});
