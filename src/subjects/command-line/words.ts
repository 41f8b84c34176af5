import type { SubjectWords } from '../../recording/subjects.ts';

/** The steps of its programs are described like those of any program. */
export const words: SubjectWords = {
  lanes: [
    { id: 'scheduler', name: 'scheduler', programs: /scheduler/ },
    { id: 'kubelet', name: 'kubelets', programs: /^kubelet/ },
  ],
};
