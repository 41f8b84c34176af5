/* What every page does with JavaScript, in one small script. The rest is loaded when it is used, or when the page is idle. */
import { keepPlace } from './language.ts';
import { LoopSearch } from './loop-search.ts';
import { guardMenu } from './menu.ts';
import { switchThemes } from './theme.ts';

customElements.define('loop-search', LoopSearch);
switchThemes();
guardMenu();
keepPlace();

if (import.meta.env.DEV) {
  // A built site may have been served at the same address, and have left its worker here.
  void navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => one.unregister()));
}
const idle = window.requestIdleCallback ?? setTimeout;
addEventListener('load', () => idle(() => void import('./when-idle.ts')));
