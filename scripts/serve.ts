import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { STATUS_CODES, type Server, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join, relative, sep } from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import { headersOf } from '../src/headers.ts';

/** A running server of a folder, on this machine only. */
export interface SiteServer {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the files of `root` on 127.0.0.1, on the first free port from `from` up, as a host of static sites does: folders by
 * their index.html, what is not there by 404.html with status 404, text compressed, parts on request, and headers as headers.ts
 * has them. Whoever does not ask for this machine is sent away. Fails when fifty ports are taken, or there is no such folder.
 */
export async function serve(root: string, from: number): Promise<SiteServer> {
  // A client in this very process may be busy for longer than the usual five seconds, and then uses a connection that is closed.
  const server = createServer({ keepAliveTimeout: 120_000 }, siteOf(await realpath(root)));
  // A client that asks and does not read would have us keep all its answers in memory.
  server.maxConnections = 500;
  server.maxRequestsPerSocket = 100;
  server.timeout = 120_000;
  for (let port = from; port < from + 50; port++) {
    if (!(await listens(server, port))) continue;
    server.on('error', (error) => console.error(error.message));
    return {
      address: `http://127.0.0.1:${port}`,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
  throw new Error(
    `No free port between ${from} and ${from + 49} on 127.0.0.1: end a server that you no longer need.`,
  );
}

/** The same for a command: where it cannot be, it says why, and the process ends. */
export function serveOrEnd(root: string, from: number): Promise<SiteServer> {
  return serve(root, from).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}

async function listens(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
}

function siteOf(root: string): Express {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const setHeaders = (response: Response, file: string) => response.set(headersOf(file.slice(root.length)));
  const app = express().disable('x-powered-by').disable('etag');
  app.use(
    oneByOne(),
    toThisMachine,
    // Parts are counted in bytes of the file.
    compression({
      brotli,
      filter: (request, response) =>
        !response.hasHeader('Content-Range') && compression.filter(request, response),
    }),
    staysIn(root),
    express.static(root, { cacheControl: false, fallthrough: false, setHeaders }),
    saysWhy(root),
  );
  return app;
}

/** Begins an answer when the one before it on the same connection has been read: a client can ask for all, and read nothing. */
function oneByOne(): RequestHandler {
  const last = new WeakMap<Socket, Promise<void>>();
  return async (request, response, next) => {
    const before = last.get(request.socket);
    last.set(request.socket, new Promise((resolve) => response.once('close', resolve)));
    await before;
    if (!request.socket.destroyed) next();
  };
}

/** Refuses requests for another machine. A page elsewhere could have its name lead here, and read what is served as its own. */
const toThisMachine: RequestHandler = ({ socket, originalUrl, headers: { host = '' } }, response, next) => {
  const expected = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${socket.localPort}`);
  // A request to a proxy has a whole address in place of the path.
  const [, asked = host] = /^http:\/\/([^/?#]*)/i.exec(originalUrl) ?? [];
  response.set(headersOf(''));
  if (expected.includes(asked.toLowerCase())) return next();
  const says = `expected a request to ${expected.join(' or ')}, found one to ${JSON.stringify(asked)}.`;
  response.status(421).type('text').send(`${STATUS_CODES[421]}: ${says}\n`);
};

/** Lets no link lead out of the folder. Libraries that serve files keep paths in it, and follow links. */
function staysIn(root: string): RequestHandler {
  const leaves = (path: string): boolean => relative(root, path).split(sep)[0] === '..';
  return async ({ path }, _response, next) => {
    const file = join(root, decoded(path));
    const real = await Promise.all(
      [file, join(file, 'index.html')].map((one) => realpath(one).catch(() => root)),
    );
    if (!leaves(file) && real.some(leaves)) next({ status: 404 });
    else next();
  };
}

/** A path without its escapes; one whose escapes are wrong is refused as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Answers what is not there with the page for that, and other refusals in a word. */
function saysWhy(root: string): ErrorRequestHandler {
  return (error: { status?: number; headers?: object }, _request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    const { status = 500, headers = {} } = error;
    if (status === 500) console.error(error);
    // They are of a file that was to be sent.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.status(status).set({ ...headersOf('/404.html'), ...headers });
    const inAWord = (): unknown => response.type('text').send(`${STATUS_CODES[status]}\n`);
    if (status !== 404) return void inAWord();
    response.sendFile('404.html', { root, acceptRanges: false, cacheControl: false }, (none) => {
      if (none && !response.headersSent) inAWord();
    });
  };
}
