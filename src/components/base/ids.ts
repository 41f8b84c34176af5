import { useState } from 'preact/hooks';

let made = 0;

/**
 * An id of the page that nothing else on it has. Preact's own is unique within one root, and a page may hold several Scopes,
 * of which some are still as they were built.
 */
export function useUniqueId(): string {
  const [id] = useState(() => `${typeof document === 'undefined' ? 'built' : 'live'}-${++made}`);
  return id;
}
