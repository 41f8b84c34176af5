import type { SubjectWords } from '../../recording/subjects.ts';

/** The steps of its programs are told as those of any. */
export const words: SubjectWords = {
  lanes: [
    { id: 'scheduler', name: 'scheduler', programs: /scheduler/ },
    { id: 'kubelet', name: 'kubelets', programs: /^kubelet/ },
  ],
};
