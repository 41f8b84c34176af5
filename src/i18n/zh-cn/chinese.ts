import type { Translation } from '../t.ts';

/** A part of what is said in Chinese: of the interface, of a subject, of a chapter's exercises. */
export interface Vocabulary {
  /** By the English that they stand for, where {0}, {1} mark what is put in. */
  readonly words: Readonly<Record<string, string>>;
  /** The same for texts that the runtime makes, with values in place of {0}, {1}. */
  readonly told?: Readonly<Record<string, string>>;
}

/** What stands for {0}, {1} in a text that the runtime made. */
const hole = /\{(\d)\}/g;

interface Retelling {
  readonly pattern: RegExp;
  readonly words: string;
}

/** The texts that the runtime makes, as patterns, the longest first: a shorter one may be part of a longer one. */
function retellingsOf(texts: Readonly<Record<string, string>>): Retelling[] {
  return Object.entries(texts)
    .sort(([a], [b]) => b.length - a.length)
    .map(([english, words]) => ({ pattern: patternOf(english), words }));
}

function patternOf(english: string): RegExp {
  const parts = english.split(hole).filter((_, i) => i % 2 === 0);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&')).join('(.+?)')}$`);
}

/** Chinese, with all that these parts say. */
export function chineseOf(parts: readonly Vocabulary[]): Translation {
  const all = retellingsOf(
    Object.assign({}, ...parts.map(({ told }) => told)) as NonNullable<Vocabulary['told']>,
  );
  // What every object inherits is no word.
  const words = Object.create(null) as Record<string, string>;
  for (const part of parts) Object.assign(words, part.words);
  return {
    language: 'zh-CN',
    words,
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
