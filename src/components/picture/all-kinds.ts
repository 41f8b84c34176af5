import { allKinds, loadKinds } from './kinds.ts';

// Building and checking pages needs the kinds of all pictures; a page in a browser loads those of the picture that it shows.
if (import.meta.env?.SSR !== false) await loadKinds(allKinds);
