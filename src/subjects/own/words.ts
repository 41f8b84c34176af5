import type { SubjectWords } from '../../recording/subjects.ts';

/** What a reader's own programs do is told as that of any. */
export const words: SubjectWords = { kinds: { podpools: 'PodPool' } };
