/** Id of a page's chapter, the same in every language: what progress is kept by. */
export function chapterOf(id: string): string {
  return id.replace(/^zh-cn\//, '');
}

/** An id made from a sentence: its words in small letters. Throws if it has none, as a Chinese sentence. */
export function idFrom(element: string, sentence: string): string {
  const id = sentence
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  if (id !== '') return id;
  throw new Error(`${element} "${sentence}": write the id that the English chapter has: id="…".`);
}
