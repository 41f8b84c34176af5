import glossary from '../../../content/glossary.json' with { type: 'json' };
import { language } from '../../i18n/t.ts';
import { nearestWord } from '../../instrument/nearest-word.ts';
import type { Result } from '../../runtime/go/result.ts';

/** A word of the glossary in one language. */
export interface GlossaryTerm {
  readonly id: string;
  readonly term: string;
  /** One sentence without its full stop. */
  readonly means: string;
}

interface Entry {
  readonly term: string;
  readonly means: string;
  readonly 'zh-cn': { readonly term: string; readonly means: string };
}

const entries: Readonly<Record<string, Entry>> = glossary;

/** All ids, in the order of the file. */
export const termIds: readonly string[] = Object.keys(entries);

/** A word by its id, in a language; the one spoken now by default. */
export function termOf(id: string, as: string = language()): Result<GlossaryTerm> {
  if (!Object.hasOwn(entries, id)) {
    const near = nearestWord(id, termIds);
    const remedy = near ? `did you mean "${near}"?` : 'add it there, in both languages';
    return [
      undefined,
      new Error(`expected the id of a term in content/glossary.json, found "${id}"; ${remedy}`),
    ];
  }
  const entry = entries[id]!;
  const { term, means } = as === 'en' ? entry : entry['zh-cn'];
  return [{ id, term, means }, undefined];
}

/** All words as a language sorts them; the one spoken now by default. */
export function allTerms(as: string = language()): GlossaryTerm[] {
  const { compare } = new Intl.Collator(as === 'en' ? 'en' : 'zh-CN-u-co-pinyin');
  return termIds
    .map((id) => termOf(id, as)[0] as GlossaryTerm)
    .sort((a, b) => compare(a.term, b.term) || compare(a.id, b.id));
}
