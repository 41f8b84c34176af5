import { t } from '../../i18n/t.ts';
import type { Port } from './worker-calls.ts';

/** The page, of this site, whose policy lets nothing in or out but the scripts of the site. */
const path = `${import.meta.env.BASE_URL}edited-code/`;

let frame: Promise<Window> | undefined;

/**
 * Starts a worker of this site for code that somebody else wrote. It belongs to a hidden frame, and so is bound by the policy of the
 * frame's page whatever headers a host sends: from a worker's own script it would have none. `url` is that of the script.
 * Rejects with a message for the reader where the frame is not as it should be.
 */
export async function editedWorker(url: string, name: string): Promise<Port> {
  const realm = (await (frame ??= openFrame())) as Window & typeof globalThis;
  // A worker made of a blob inherits the policy of who made the blob.
  const script = `import ${JSON.stringify(new URL(url, location.href).href)};`;
  const blob = realm.URL.createObjectURL(new realm.Blob([script], { type: 'text/javascript' }));
  const worker = new realm.Worker(blob, { type: 'module', name });
  // Once it is fetched, nobody asks for it again; a worker that has said something is fetched.
  worker.addEventListener('message', () => realm.URL.revokeObjectURL(blob), { once: true });
  return worker;
}

async function openFrame(): Promise<Window> {
  const element = document.createElement('iframe');
  element.hidden = true;
  element.title = t`Where edited code runs`;
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  element.src = path;
  document.body.append(element);
  await loaded;
  const policy = element.contentDocument?.querySelector('meta[http-equiv="Content-Security-Policy"]');
  if (policy && element.contentWindow) return element.contentWindow;
  element.remove();
  frame = undefined;
  throw new Error(
    t`expected the page ${path} of this site, in which edited code runs, found another; nothing was run. Reload the page.`,
  );
}
