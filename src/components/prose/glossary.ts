import glossary from '../../../content/glossary.json' with { type: 'json' };
import { nearestWord } from '../../recording/kinds.ts';

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

/** A word by its id. `language` is a folder of content/, such as `zh-cn`; everything else is English. */
export function termOf(id: string, language?: string): [GlossaryTerm, undefined] | [undefined, Error] {
  if (!Object.hasOwn(entries, id)) {
    const near = nearestWord(id, termIds);
    const remedy = near ? `did you mean "${near}"?` : 'add it there, in both languages';
    return [
      undefined,
      new Error(`expected the id of a term in content/glossary.json, found "${id}"; ${remedy}`),
    ];
  }
  const entry = entries[id]!;
  const { term, means } = language === 'zh-cn' ? entry['zh-cn'] : entry;
  return [{ id, term, means }, undefined];
}

/** All words as a language sorts them. */
export function allTerms(language?: string): GlossaryTerm[] {
  const { compare } = new Intl.Collator(language === 'zh-cn' ? 'zh-CN-u-co-pinyin' : 'en');
  return termIds
    .map((id) => termOf(id, language)[0] as GlossaryTerm)
    .sort((a, b) => compare(a.term, b.term) || compare(a.id, b.id));
}
