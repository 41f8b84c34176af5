/** A language other than English. */
export interface Translation {
  /** As `lang` attributes write it: "zh-CN". */
  readonly language: string;
  /** Texts by the English that they stand for, where {0}, {1} mark what is put in. */
  readonly words: Readonly<Record<string, string>>;
  /** A text that the runtime made in English, in this language; undefined where it is not known. */
  retold(text: string): string | undefined;
  /** Sets a text as the language wants it, once everything has been put in. */
  set(text: string): string;
}

let current: () => Translation | undefined = () => undefined;

/** From now on `t` speaks the language that `translation` returns whenever it is asked; English where it returns none. */
export function speakBy(translation: () => Translation | undefined): void {
  current = translation;
}

/** The texts of the language that `t` speaks now, so that a worker can speak it; undefined for English. */
export function spokenWords(): Translation['words'] | undefined {
  return current()?.words;
}

/** Lets `t` of a worker speak as that of its page, whose `words` came with a question. The page sets what comes back. */
export function speakAs(given: Translation['words'] | undefined): void {
  speakBy(() => given && { language: 'zh-CN', words: given, retold: () => undefined, set: (text) => text });
}

/** The language that `t` speaks now, as `lang` attributes write it. */
export function language(): string {
  return current()?.language ?? 'en';
}

/**
 * A text for readers, in their language: t`Step forward`, t`${count} steps`. Its English is its key; a text that the
 * translation lacks stays English. Call it where the text is shown, never while a module is loaded: nobody reads yet then.
 */
export function t(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const translation = current();
  const words = translation?.words[between(texts, (i) => `{${i}}`)];
  if (!translation || words === undefined) return between(texts, (i) => values[i]);
  return translation.set(filled(words, values));
}

/** `t` for a text that stands in data: a part's title, what a stand-in says. `values` go where it has {0}, {1}. */
export function translated(text: string, ...values: readonly (string | number)[]): string {
  const translation = current();
  const words = translation?.words[text] ?? translation?.retold(text) ?? text;
  const told = values.length === 0 ? words : filled(words, values);
  return translation ? translation.set(told) : told;
}

/** The `lang` of a text that `translated` leaves in English, where another language is spoken; else undefined. */
export function langOf(text: string): string | undefined {
  const translation = current();
  return translation && translation.words[text] === undefined ? 'en' : undefined;
}

function between(texts: readonly string[], value: (i: number) => string | number | undefined): string {
  return texts.reduce((all, text, i) => all + value(i - 1) + text);
}

function filled(words: string, values: readonly (string | number)[]): string {
  return words.replace(/\{(\d)\}/g, (_, i) => String(values[i]));
}
