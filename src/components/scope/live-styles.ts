import { t } from '../../i18n/t.ts';
import href from './live.css?url';

let coming: Promise<void> | undefined;

/**
 * Brings the styles of live Scopes into the page, once. Resolves when they hold, so that a Scope is never seen without
 * them; rejects when they cannot be fetched, and a later call tries again.
 */
export function liveStyles(): Promise<void> {
  coming ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      coming = undefined;
      reject(
        new Error(t`expected its styles, could not fetch them. Reload the page when you are connected.`),
      );
    });
    document.head.append(link);
  });
  return coming;
}
