import type { Visit } from './site.ts';

/**
 * Lets the service worker keep this page, what it is made of and what its Scopes will ask for. Resolves when the worker knows; rejects
 * where there can be none.
 */
export async function keepPage(): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
  const { active } = await navigator.serviceWorker.ready;
  const visit = visitOf(document);
  // The worker of a newer build, if there is one, takes over when it hears that the old pages are gone.
  for (const worker of new Set([active, registration.waiting])) worker?.postMessage(visit, []);
}

function visitOf(page: Document): Visit {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const scopes = [...page.querySelectorAll<HTMLElement>('[data-scenario][data-shows]')];
  const shows = new Set(scopes.flatMap(({ dataset }) => dataset.shows?.split(' ') ?? []));
  const exercises = [...page.querySelectorAll<HTMLElement>('[data-exercise][data-from]')];
  const types = exercises.map(({ dataset }) => `/types/${dataset.exercise}.json`);
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return {
    page: location.pathname,
    uses: loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
    needs: [
      ...[...shows].filter(Boolean).flatMap((file) => [`/code/${file}.json`, `/go/ours/${file}.json`]),
      ...types,
    ],
    hasScope: scopes.length > 0,
    all: connection?.saveData !== true,
  };
}
