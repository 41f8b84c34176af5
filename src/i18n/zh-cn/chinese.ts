import type { Translation } from '../t.ts';
import runtime from './runtime.json' with { type: 'json' };

/** What stands for {0}, {1} in a text that the runtime made. */
const hole = /\{(\d)\}/g;

/** The texts that the runtime makes, as patterns, the longest first: the others may be a part of them. */
const retellings = retellingsOf(runtime);

interface Retelling {
  readonly pattern: RegExp;
  readonly words: string;
}

function retellingsOf(texts: Readonly<Record<string, string>>): Retelling[] {
  return Object.entries(texts)
    .sort(([a], [b]) => b.length - a.length)
    .map(([english, words]) => ({ pattern: patternOf(english), words }));
}

function patternOf(english: string): RegExp {
  const parts = english.split(hole).filter((_, i) => i % 2 === 0);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&')).join('(.+?)')}$`);
}

/** Chinese, with these words. Of `told` the runtime makes texts too, with something in place of {0}, {1}. */
export function chineseOf(
  words: Readonly<Record<string, string>>,
  told: Readonly<Record<string, string>> = {},
): Translation {
  const all = [...retellings, ...retellingsOf(told)];
  return {
    language: 'zh-CN',
    // Nothing that every object has is a word.
    words: Object.assign(Object.create(null) as Record<string, string>, words),
    retold(text) {
      for (const { pattern, words: told } of all) {
        const found = pattern.exec(text);
        if (found) return told.replace(hole, (_, i) => found[Number(i) + 1] ?? '');
      }
      return undefined;
    },
    set: spaced,
  };
}

const han = '\\p{Script=Han}';
const full = '，。：；、？！（）“”「」…';
const needless = new RegExp(`(?<=[${full}]) +(?=\\S)|(?<=\\S) +(?=[${full}])|(?<=${han}) +(?=${han})`, 'gu');
const between = new RegExp(`(?<=${han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=${han})`, 'gu');

/**
 * Han and Latin apart by a space, as Chinese technical texts are set; no space between Han, or beside full-width
 * punctuation. A text that is set already stays the same.
 */
function spaced(text: string): string {
  return text.replace(needless, '').replace(between, ' ');
}
