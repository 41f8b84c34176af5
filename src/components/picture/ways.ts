import type { Hop, Tone } from './description.ts';

/** Parts and pipes, in the order in which something goes through them. */
export type Way = readonly (string | Hop)[];

/** From one part through a pipe to another. */
export const along = (from: string, pipe: string, to: string, text?: string, tone?: Tone): Way => [
  from,
  { pipe, text, tone },
  to,
];

/** The same against the pipe: from its end to its beginning. */
export const back = (from: string, pipe: string, to: string, text?: string, tone?: Tone): Way => [
  from,
  { pipe, text, tone, reverse: true },
  to,
];
