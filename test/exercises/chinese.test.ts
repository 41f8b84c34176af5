import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { speaking } from '../../src/i18n/speaking.ts';
import { translated } from '../../src/i18n/t.ts';
import { show } from '../../src/sources/problem.ts';
import { type Text, textsOf } from '../i18n/texts.ts';
import { filesUnder } from '../tidy/files.ts';
import { exerciseAt, exerciseFiles, tryOut } from './tried.ts';

const han = /\p{Script=Han}/u;

/** All that an exercise says, in English. */
async function textsIn(path: string): Promise<Text[]> {
  const { title, task, hints, why, next, checks } = await exerciseAt(path);
  const data = [title, task, ...hints, why, next, ...checks.map(({ name }) => name)];
  return [
    ...data.map((key) => ({ key, path, line: 1 })),
    ...textsOf({ path, text: readFileSync(path, 'utf8') }),
  ];
}

describe.each(filesUnder(['content/zh-cn'], ['/exercises.json']))('$path', async ({ path, text }) => {
  const chapter = dirname(path).replace(/^content\/zh-cn\//, '');
  const words = JSON.parse(text) as Readonly<Record<string, string>>;
  const files = exerciseFiles.filter((file) => file.startsWith(`content/${chapter}/exercises/`));
  const said = new Set((await Promise.all(files.map(textsIn))).flat().map(({ key }) => key));
  const clean = (wrong: readonly string[], says: (english: string) => string): void =>
    expect(show(wrong.map((english) => ({ path, line: lineOf(text, english), says: says(english) })))).toBe(
      '',
    );

  test('translates what the exercises of its chapter say', () => {
    clean(
      Object.keys(words).filter((english) => !said.has(english)),
      (english) =>
        `no exercise of ${chapter} says "${english}" any more: translate what it says now, or take this out and readers see the English.`,
    );
  });

  test('puts in what the English puts in, and leaves code as it is', () => {
    const kept = (sentence: string): string =>
      [...new Set(sentence.match(/\{\d\}|`[^`]+`/g))].sort().join(' ');
    clean(
      Object.keys(words).filter((english) => kept(english) !== kept(words[english] ?? '')),
      (english) =>
        `expected ${kept(english)}, found ${kept(words[english] ?? '')} in the Chinese of "${english}".`,
    );
  });

  test('is set as Chinese is', () => {
    clean(
      Object.keys(words).filter((english) =>
        /\p{Script=Han}[,.;:?!()]|[,;?!(]\p{Script=Han}|\p{Script=Han}[A-Za-z`]|[A-Za-z`]\p{Script=Han}/u.test(
          words[english] ?? '',
        ),
      ),
      (english) =>
        `the Chinese of "${english}" needs full-width marks beside Han, and a space between Han and Latin.`,
    );
  });

  test('is spoken where a page is made', () => {
    for (const [english, chinese] of Object.entries(words)) {
      if (!english.includes('{')) speaking('zh-cn', () => expect(translated(english)).toBe(chinese));
    }
  });

  test.each(files)('tells what a check finds in Chinese: %s', async (file) => {
    const tried = speaking('zh-cn', async () => tryOut(await exerciseAt(file), ({ start }) => start));
    const failures = (await tried).flatMap(({ failure }) => failure?.says ?? []);
    expect(failures).not.toEqual([]);
    for (const says of failures) {
      expect(says).toMatch(han);
      expect(says).not.toMatch(/[A-Za-z]+ (the|is|of|and) [A-Za-z]+/);
    }
  });
});

function lineOf(text: string, english: string): number {
  return text.slice(0, Math.max(0, text.indexOf(JSON.stringify(english)))).split('\n').length;
}
