/** A language other than English: texts by the English they stand for, where {0}, {1} mark what is put in. */
export interface Translation {
  /** As `lang` attributes write it: "zh-CN". */
  readonly language: string;
  readonly words: Readonly<Record<string, string>>;
}

let current: () => Translation | undefined = () => undefined;

/** From now on `t` speaks the language that `translation` returns whenever it is asked; English where it returns none. */
export function speakBy(translation: () => Translation | undefined): void {
  current = translation;
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
  const found = current()?.words[between(texts, (i) => `{${i}}`)];
  return found?.replace(/\{(\d)\}/g, (_, i) => String(values[i])) ?? between(texts, (i) => values[i]);
}

/** `t` for a text that stands in data: a part's title, a scenario's. */
export function translated(text: string): string {
  return current()?.words[text] ?? text;
}

function between(texts: readonly string[], value: (i: number) => string | number | undefined): string {
  return texts.reduce((all, text, i) => all + value(i - 1) + text);
}
