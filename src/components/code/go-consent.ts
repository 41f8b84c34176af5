/** Whether the reader lets this site fetch upstream's files from GitHub: asked once, and remembered in this browser. */
import { signal } from '@preact/signals';
import { keepUnder, readKept } from '../base/kept-text.ts';

const name = 'loopscope-go';
const storage = (): Storage => localStorage;

/** True once the reader has said so, here or on another page. */
export const goConsent = signal(typeof document !== 'undefined' && readKept(storage, name) === 'fetch');

/** Says that files may be fetched, from now on and without another question, or that they may not. */
export function giveGoConsent(may: boolean): void {
  keepUnder(storage, name, may ? 'fetch' : undefined);
  goConsent.value = may;
}
