import type { SubjectWords } from '../../recording/subjects.ts';

/** Its steps are told as those of any program. */
export const words: SubjectWords = {};
