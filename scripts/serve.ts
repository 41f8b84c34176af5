import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isHashed } from '../src/offline/site.ts';

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

/** What gains nothing by compression is compressed already. */
const compressible = /^(text|application\/(json|xml))|svg/;

/**
 * Serves the files of `root` on 127.0.0.1, on the first free port from `from` up, as a host of static sites does: folders by
 * their index.html, what is not there by 404.html with status 404, text compressed, hashed names kept for good, the rest
 * asked for again each time. Fails when fifty ports are taken.
 */
export async function serve(root: string, from: number): Promise<Site> {
  const kept = new Map<string, Promise<Buffer>>();
  // A client in this very process may be busy for longer than the usual five seconds, and then uses a connection that is closed.
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    void answer(root, request, kept).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body),
    );
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

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** `kept` holds what was compressed, by file, time of change and encoding. */
async function answer(
  root: string,
  { url = '/', headers: asked }: IncomingMessage,
  kept: Map<string, Promise<Buffer>>,
): Promise<Answer> {
  const { status, file, location, tag } = await find(root, url);
  if (location !== undefined) return { status, headers: { location } };
  if (file === undefined || tag === undefined)
    return { status, headers: { 'content-type': 'text/plain' }, body: 'Not found\n' };
  const type = types[extname(file)] ?? 'application/octet-stream';
  const encoding = compressible.test(type) ? encodingFor(asked['accept-encoding']) : undefined;
  const headers = {
    'content-type': type,
    'cache-control': status === 200 && isHashed(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${tag}${encoding ?? ''}"`,
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  };
  if (status === 200 && asked['if-none-match'] === headers.etag) return { status: 304, headers };
  const key = `${file} ${headers.etag}`;
  const body = kept.get(key) ?? readFile(file).then((content) => compress(content, encoding));
  kept.set(key, body);
  return { status, headers, body: await body };
}

type Encoding = 'br' | 'gzip';

function encodingFor(accepted: string | string[] = ''): Encoding | undefined {
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

function compress(content: Buffer, encoding: Encoding | undefined): Promise<Buffer> | Buffer {
  if (encoding === undefined) return content;
  if (encoding === 'gzip') return promisify(gzip)(content, { level: 9 });
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}

interface Found {
  readonly status: number;
  readonly file?: string;
  readonly location?: string;
  /** Changes with the file. */
  readonly tag?: string;
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
  const found = await look(path);
  if (found?.isFile()) return { status: 200, file: path, tag: tagOf(found) };
  const index = join(path, 'index.html');
  const page = found && (await look(index));
  if (page?.isFile()) {
    if (!pathname.endsWith('/')) return { status: 301, location: `${pathname}/${search}` };
    return { status: 200, file: index, tag: tagOf(page) };
  }
  const missing = join(root, '404.html');
  const none = await look(missing);
  return none ? { status: 404, file: missing, tag: tagOf(none) } : { status: 404 };
}

function look(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

function tagOf({ mtimeMs, size }: Stats): string {
  return `${Math.round(mtimeMs).toString(36)}-${size.toString(36)}`;
}
