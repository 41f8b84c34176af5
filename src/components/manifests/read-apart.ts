import { t, spokenWords, translated } from '../../i18n/t.ts';
import { type Manifest, refused, tooLong } from './manifest.ts';
import type { ManifestAsked } from './yaml.worker.ts';

/** The part of a Worker that reads manifests. */
export interface ManifestPort extends Pick<EventTarget, 'addEventListener'> {
  postMessage(message: ManifestAsked): void;
  terminate(): void;
}

const hostPort = (): ManifestPort =>
  new Worker(new URL('./yaml.worker.ts', import.meta.url), { type: 'module', name: 'yaml' });

/**
 * Reads a manifest as `readManifest` does, in a worker of its own, so that no text holds up the page: what is not read by the
 * deadline is given up. The parser is fetched with the worker. Never rejects.
 */
export async function readApart(
  text: string,
  deadlineMs = 15_000,
  newPort: () => ManifestPort = hostPort,
): Promise<Manifest> {
  const length = tooLong(text.length);
  if (length !== undefined) return refused(length);
  const port = newPort();
  let deadline: ReturnType<typeof setTimeout> | undefined;
  try {
    const manifest = await new Promise<Manifest>((resolve) => {
      const seconds = deadlineMs / 1000;
      const late = t`expected a text that can be read within ${seconds} s, found one that takes longer. Apply the objects in parts.`;
      deadline = setTimeout(() => resolve(refused(late)), deadlineMs);
      port.addEventListener('message', (event) => resolve((event as MessageEvent<Manifest>).data));
      port.addEventListener('error', () =>
        resolve(refused(t`the YAML parser could not be fetched. Apply again when you are connected.`)),
      );
      port.postMessage({ text, words: spokenWords() });
    });
    return manifest.problems ? { ...manifest, problems: manifest.problems.map(inLanguage) } : manifest;
  } finally {
    clearTimeout(deadline);
    port.terminate();
  }
}

/** Set as the language of the page wants it. */
function inLanguage<T extends { readonly message: string }>(problem: T): T {
  return { ...problem, message: translated(problem.message) };
}
