import { readdirSync } from 'node:fs';

/** What puts the questions of one function: `answers/<folder>/<function>.ts`. */
export interface Answering {
  /** The answer of ours, or what is thrown where the function returns an error. */
  readonly answer: (question: unknown) => unknown;
  /** What of an answer is compared: the same is done to the recorded one and to ours. All of it if there is none. */
  readonly comparable?: (answer: unknown) => unknown;
}

const folders = new Map(
  readdirSync(new URL('./answers', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((path) => path.split('/'))
    .filter(([, file]) => file?.endsWith('.ts'))
    .map(([folder = '', file = '']) => [file.slice(0, -'.ts'.length), folder]),
);

/** The functions that have answers here. */
export const functionNames = [...folders.keys()].sort();

/** Loads what answers for a function; undefined if it is not here. */
export async function answering(fn: string): Promise<Answering | undefined> {
  const folder = folders.get(fn);
  if (folder === undefined) return undefined;
  return (await import(`./answers/${folder}/${fn}.ts`)) as Answering;
}
