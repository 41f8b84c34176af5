import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** A running server of a folder, on this machine only. */
export interface Site {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the files of `root` on 127.0.0.1, on the first free port from `from` up: folders by their index.html, what is not there by
 * 404.html with status 404. Fails when fifty ports are taken.
 */
export async function serve(root: string, from: number): Promise<Site> {
  const server = createServer((request, response) => {
    void find(root, request.url ?? '/').then(({ status, file, location }) => {
      if (location !== undefined) response.writeHead(status, { location }).end();
      else if (file === undefined)
        response.writeHead(status, { 'content-type': 'text/plain' }).end('Not found\n');
      else {
        const type = types[extname(file)] ?? 'application/octet-stream';
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' });
        createReadStream(file).pipe(response);
      }
    });
  });
  for (let port = from; port < from + 50; port++) {
    if (await listens(server, port)) {
      return {
        address: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    }
  }
  throw new Error(
    `No free port between ${from} and ${from + 49} on 127.0.0.1: end a server that you no longer need.`,
  );
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error');
      resolve(true);
    });
  });
}

interface Found {
  readonly status: number;
  readonly file?: string;
  readonly location?: string;
}

async function find(root: string, url: string): Promise<Found> {
  const { pathname, search } = new URL(url, 'http://127.0.0.1');
  let path: string;
  try {
    path = normalize(join(root, decodeURIComponent(pathname)));
  } catch {
    return { status: 400 };
  }
  if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)) return { status: 404 };
  const kind = await kindOf(path);
  if (kind === 'file') return { status: 200, file: path };
  if (kind === 'folder' && (await kindOf(join(path, 'index.html'))) === 'file') {
    if (!pathname.endsWith('/')) return { status: 301, location: `${pathname}/${search}` };
    return { status: 200, file: join(path, 'index.html') };
  }
  const missing = join(root, '404.html');
  return (await kindOf(missing)) === 'file' ? { status: 404, file: missing } : { status: 404 };
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? 'file' : 'folder';
  } catch {
    return undefined;
  }
}
