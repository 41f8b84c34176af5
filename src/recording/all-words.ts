import { loadAllWords } from './subjects.ts';

// Building and checking pages needs the words of all subjects; a page in a browser loads those of its run.
if (import.meta.env?.SSR !== false) await loadAllWords();
