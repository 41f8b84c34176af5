import { loadAllWords } from './subjects.ts';

// Who builds or checks pages needs the words of all subjects; a page in a browser brings those of its run.
if (import.meta.env?.SSR !== false) await loadAllWords();
