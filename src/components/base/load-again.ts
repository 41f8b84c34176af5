import { leave } from './notes.ts';

const againKey = 'loopscope-loaded-again';
/** Tells one build from another: the name of a script, which each build makes. */
const build = import.meta.url;

/**
 * Loads the page again because a part of it did not load: once in a tab for each build, and only where the page itself can be had.
 * False where it does not.
 */
export async function loadAgain(of: string, kept?: string): Promise<boolean> {
  try {
    if (sessionStorage.getItem(againKey) === build) return false;
    const page = await (await fetch(location.pathname)).text();
    if (!page.includes('/_astro/')) return false;
    sessionStorage.setItem(againKey, build);
    leave({ for: of, ended: 'part', kept });
  } catch {
    // Without a network there is nothing to load, and where nothing can be kept it might go on for ever.
    return false;
  }
  location.reload();
  return true;
}
