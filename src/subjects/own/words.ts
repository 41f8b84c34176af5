import type { SubjectWords } from '../../recording/subjects.ts';

/** What a reader's own programs do is described like what any program does. */
export const words: SubjectWords = { kinds: { leases: 'Lease', podpools: 'PodPool' } };
