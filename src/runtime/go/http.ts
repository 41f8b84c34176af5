/** What the mirrored code needs of Go's `net/http`, between a request that has been read and an answer that is to be sent. */
import type { Blocking } from '../sim/process.ts';
import { quote } from './strconv.ts';

/** Headers by name; case does not matter. */
class Header {
  readonly #values = new Map<string, string>();

  constructor(values: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of Object.entries(values)) this.set(name, value);
  }

  get(name: string): string {
    return this.#values.get(canonical(name)) ?? '';
  }

  has(name: string): boolean {
    return this.#values.has(canonical(name));
  }

  set(name: string, value: string): void {
    this.#values.set(canonical(name), value);
  }

  delete(name: string): void {
    this.#values.delete(canonical(name));
  }

  entries(): [string, string][] {
    return [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

const canonical = (name: string): string =>
  name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** A request as a handler sees it. What handlers hang on it goes on to the handlers inside, as values of a context. */
export interface Request {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** Path and query as they were sent. */
  readonly requestURI: string;
  readonly header: Header;
  readonly values: ReadonlyMap<symbol, unknown>;
}

/** A request for `target`, a path with or without a query. */
export function newRequest(
  method: string,
  target: string,
  header: Readonly<Record<string, string>> = {},
): Request {
  const [, path = target, search = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const query = new Map<string, string[]>();
  for (const pair of search.split('&').filter((each) => each !== '')) {
    const [name = '', ...value] = pair.split('=').map(unescaped);
    query.set(name, [...(query.get(name) ?? []), value.join('=')]);
  }
  return {
    method,
    path: unescaped(path),
    query,
    requestURI: target,
    header: new Header(header),
    values: new Map(),
  };
}

/** An escape that is none stays as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

export function withValue(r: Request, key: symbol, value: unknown): Request {
  return { ...r, values: new Map(r.values).set(key, value) };
}

/** The answer as it is written. The first `write` sends status 200 if none was set. */
export class ResponseWriter {
  readonly header = new Header();
  /** Zero until something is written. */
  statusCode = 0;
  body = '';

  writeHeader(statusCode: number): void {
    if (this.statusCode === 0) this.statusCode = statusCode;
  }

  write(text: string): void {
    this.writeHeader(200);
    if (!this.header.has('Content-Type')) this.header.set('Content-Type', 'text/plain; charset=utf-8');
    this.body += text;
  }
}

/** Answers a request. It may park, and a panic is a thrown error. */
export interface Handler {
  serveHTTP(w: ResponseWriter, r: Request): Blocking<void>;
}

export const handlerFunc = (serveHTTP: Handler['serveHTTP']): Handler => ({ serveHTTP });

/** A handler that never parks. */
export const plainHandler = (f: (w: ResponseWriter, r: Request) => void): Handler => ({
  *serveHTTP(w, r) {
    f(w, r);
  },
});

/** Answers with a text alone. */
export function httpError(w: ResponseWriter, error: string, code: number): void {
  w.header.set('Content-Type', 'text/plain; charset=utf-8');
  w.header.set('X-Content-Type-Options', 'nosniff');
  w.writeHeader(code);
  w.write(`${error}\n`);
}

export const notFoundHandler: Handler = plainHandler((w) => httpError(w, '404 page not found', 404));

export function redirect(w: ResponseWriter, r: Request, url: string, code: number): void {
  w.header.set('Location', url);
  if (r.method === 'GET' || r.method === 'HEAD') w.header.set('Content-Type', 'text/html; charset=utf-8');
  w.writeHeader(code);
  if (r.method === 'GET') w.write(`<a href=${quote(url)}>${statusText(code)}</a>.\n\n`);
}

/** Serves with the prefix taken from the path; a path without it is not found. */
export function stripPrefix(prefix: string, handler: Handler): Handler {
  return handlerFunc(function* (w, r) {
    if (!r.path.startsWith(prefix)) return yield* notFoundHandler.serveHTTP(w, r);
    yield* handler.serveHTTP(w, { ...r, path: r.path.slice(prefix.length) });
  });
}

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  302: 'Found',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

const statusText = (code: number): string => statusTexts[code] ?? '';
