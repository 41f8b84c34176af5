import { describe, expect, test } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import type { Rule } from '../../src/check/rules/rule.ts';
import {
  linesBreakBetweenWords,
  translationsAreUpToDate,
  translationsFollow,
  translationsStayInTheirLanguage,
} from '../../src/check/rules/translations.ts';
import type { Site } from '../../src/check/site/site.ts';
import { bodyOf, digestOf, naming } from '../../src/i18n/original.ts';

const original = 'content/controllers/loop/index.mdx';
const path = 'content/zh-cn/controllers/loop/index.mdx';
const english = `---
title: The loop
kind: chapter
part: controllers
minutes: 20
scenarios: [controllers/loop]
---

It looks, and acts. [Terms](/glossary/#key).
`;
const chinese = `---
title: 循环
kind: chapter
part: controllers
minutes: 20
scenarios: [controllers/loop]
---

它观察，然后行动。[术语](/zh-cn/glossary/#key)。
`;

/** What a rule says of a translation, beside its original. */
function told(rule: Rule, translation: string, from = english): string[] {
  const texts: Readonly<Record<string, string>> = { [original]: from, [path]: translation };
  const files = Object.entries(texts).map(([at, text]) => parseContent(at, text));
  const site = {
    files,
    source: (at: string) => texts[at],
    otherPages: ['/glossary/', '/zh-cn/glossary/', '/coverage/'],
  } as unknown as Site;
  return files.flatMap((file) =>
    rule(file, site).map(
      ({ path: at, line, says, warning }) =>
        `${at === path ? '' : at}${line}: ${warning ? 'warning: ' : ''}${says}`,
    ),
  );
}

describe('a translation', () => {
  const now = naming(chinese, digestOf(bodyOf(english)));

  test('is behind until it says what it translates, and when the original has changed since', () => {
    expect(told(translationsAreUpToDate, chinese)).toEqual([
      `1: warning: does not say which text of ${original} it translates. Compare the two, then run \`npm run translated -- ${path}\`.`,
    ]);
    expect(now).toMatch(/^scenarios: .*\ntranslates: '[0-9a-f]{16}'\n---\n\n它观察/m);
    expect(told(translationsAreUpToDate, now)).toEqual([]);
    expect(told(translationsAreUpToDate, now, english.replace('acts', 'waits'))).toEqual([
      `7: warning: translates a text of ${original} that has changed since. Compare the two, then run \`npm run translated -- ${path}\`.`,
    ]);
  });

  test('is not behind where only the head of the original changed, or how its lines end', () => {
    const same = english.replace('The loop', 'A loop').replaceAll('\n', '\r\n');
    expect(told(translationsAreUpToDate, now, same)).toEqual([]);
  });

  test('names one original, however often it is noted, and keeps its text', () => {
    const twice = naming(naming(chinese, 'a'.repeat(16)), 'b'.repeat(16));
    const line = `translates: '${'b'.repeat(16)}'`;
    expect(twice).toBe(chinese.replace(/(\n---\n)/, `\n${line}$1`));
  });

  test('plays what its original plays, and says nothing else of it', () => {
    expect(told(translationsFollow, now)).toEqual([]);
    const other = now.replace('[controllers/loop]', '[controllers/other]').replace('minutes: 20\n', '');
    expect(told(translationsFollow, other.replace('kind:', 'kubernetes: v1.20.2\nkind:'))).toEqual([
      `3: ${original} has no \`kubernetes\`: leave it out here too.`,
      `1: expected \`minutes\` to be 20, as in ${original}, found nothing. Write the same.`,
      `6: expected \`scenarios\` to be ["controllers/loop"], as in ${original}, found ["controllers/other"]. Write the same.`,
    ]);
  });

  test('leads to pages in its own language, where there are such', () => {
    expect(told(translationsStayInTheirLanguage, now)).toEqual([]);
    const links = `${now}\n[键](/glossary/#key)，[循环](/controllers/loop/)，[清单](/coverage/)，[此处](#one)。\n`;
    expect(told(translationsStayInTheirLanguage, links)).toEqual([
      '12: the link leads to the English page: write /zh-cn/glossary/#key.',
      '12: the link leads to the English page: write /zh-cn/controllers/loop/.',
    ]);
  });

  test('breaks no line between two Han', () => {
    expect(told(linesBreakBetweenWords, now)).toEqual([]);
    expect(told(linesBreakBetweenWords, `${now}\n它观察，\n然后行动，见 Pod\n的状态。\n`)).toEqual([
      '12: the line is broken between two Han, which a browser shows as a space. Write a paragraph in one line.',
    ]);
  });
});
