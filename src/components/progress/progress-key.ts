/** Name of the reader's record in the browser's storage; `progress.ts` reads what is there. */
export const progressKey = 'loopscope-progress';
