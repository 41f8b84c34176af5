import type { Try } from './attack.ts';

/** What every object has before anything was tried. */
const own = JSON.stringify(
  [Object, Array, Function, String].map(({ prototype }) => Reflect.ownKeys(prototype).map(String)),
);

/** Tries something, which gives what is wrong with what came of it; an exception, and what every object has after it, is wrong too. */
export async function tryOut(
  input: string,
  attempt: () => Iterable<string> | Promise<Iterable<string>>,
): Promise<Try> {
  const wrongs: string[] = [];
  try {
    wrongs.push(...(await attempt()));
  } catch (error) {
    wrongs.push(`it threw ${String(error).slice(0, 300)}`);
  }
  const now = JSON.stringify(
    [Object, Array, Function, String].map(({ prototype }) => Reflect.ownKeys(prototype).map(String)),
  );
  if (now !== own) wrongs.push('it changed what every object has');
  const short = `${JSON.stringify(input.slice(0, 300))}${input.length > 300 ? ` of ${input.length} letters` : ''}`;
  return wrongs.length === 0 ? { input: short } : { input: short, broke: wrongs.join('; ') };
}

/** Words that an engine of JavaScript says, and that help no reader. */
const engine =
  /call stack|too much recursion|\[object |Cannot (read|set|destructure|convert|create|mix)|is not (a func|iter)/i;

/** What is wrong with a message that says why something is refused. */
export function* messageWrongs(message: unknown): Generator<string> {
  if (typeof message !== 'string') {
    yield `its message is no text, but ${typeof message}`;
    return;
  }
  const told = message.slice(0, 200);
  if (!/expected .+ found /su.test(message))
    yield `its message does not say what was expected and found: ${told}`;
  if (engine.test(message)) yield `its message is the engine's: ${told}`;
  if (message.length > 1_000) yield `its message has ${message.length} letters: ${told}`;
}
