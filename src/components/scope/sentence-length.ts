/** How many letters of usual type a sentence may have for the box under a picture; more get smaller ones. */
const most = { narrow: 115, wide: 155 };

/** How long a sentence is for its box: `long` where that is narrow, `longest` anywhere. A sign of Chinese counts for two. */
export function lengthOf(words: string): 'long' | 'longest' | undefined {
  const letters = words.length + (words.match(/\p{Script=Han}/gu)?.length ?? 0);
  if (letters <= most.narrow) return undefined;
  return letters <= most.wide ? 'long' : 'longest';
}
