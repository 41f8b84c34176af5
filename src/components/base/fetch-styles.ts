import { t } from '../../i18n/t.ts';

const coming = new Map<string, Promise<void>>();

/**
 * Brings styles into the page, once. Resolves when they hold, so that what they are for is never seen without them;
 * rejects when they cannot be fetched, and a later call tries again.
 */
export function fetchStyles(href: string): Promise<void> {
  const fetched = coming.get(href) ?? newLink(href);
  coming.set(href, fetched);
  return fetched;
}

function newLink(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      coming.delete(href);
      reject(
        new Error(t`expected its styles, could not fetch them. Reload the page when you are connected.`),
      );
    });
    document.head.append(link);
  });
}
