import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { parseContent } from '../chapters/content.ts';
import type { Result } from '../runtime/go/result.ts';
import { digestOfDiagram, drawingPath, fencesOf, withDigest } from './kept.ts';
import { refusedIn } from './refused.ts';

/** A drawing, and the diagram that it is of. */
export interface Drawn {
  /** The file of content/ that has it. */
  readonly path: string;
  readonly name: string;
  /** What stood in the fence when it was drawn. */
  readonly text: string;
  readonly drawing: string;
}

/** Keeps a drawing beside its page. Gives where; the error says why it is not kept. `root` is the root of the project. */
export function keep(root: string, { path, name, text, drawing }: Drawn): Result<string> {
  const file = join(root, path);
  if (!/^content\/[\w/-]+\.mdx$/.test(path) || !existsSync(file))
    return [undefined, new Error(`expected a page under content/, found ${path}`)];
  const fence = fencesOf(parseContent(path, readFileSync(file, 'utf8'))).find((each) => each.name === name);
  if (fence?.text !== text) return [undefined, new Error(`${path} has no such diagram "${name}" any more`)];
  const refused = refusedIn(drawing);
  if (refused)
    return [undefined, new Error(`expected shapes and words in the drawing "${name}", found ${refused}`)];
  const kept = drawingPath(path, name);
  mkdirSync(join(root, dirname(kept)), { recursive: true });
  writeFileSync(join(root, kept), withDigest(drawing, digestOfDiagram(text)));
  return [kept, undefined];
}

/** Where the development server takes drawings. */
export const savePath = '/__diagrams';
const mostBytes = 2_000_000;

/**
 * Takes drawings that a writer's own browser made, from pages of the development server on this machine and from nobody else. `root` is
 * the root of the project.
 */
export function savingDrawings(root: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, says: string): void => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(says);
    };
    if (!isOwnPage(request))
      return answer(403, 'Only a page of this server, on this machine, may save a drawing.');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) {
      body += String(chunk);
      if (body.length > mostBytes) return answer(413, `A drawing has at most ${mostBytes} bytes.`);
    }
    const drawn = drawnOf(body);
    if (!drawn) return answer(400, 'Expected path, name, text and drawing.');
    const [kept, problem] = keep(root, drawn);
    answer(problem ? 400 : 200, problem?.message ?? kept ?? '');
  };
}

const here = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** A page elsewhere could send a form, and a name elsewhere could lead here: their origin and host say so. */
function isOwnPage({ method, headers, socket }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  const local = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const own = here.test(host) && origin === `http://${host}`;
  return local && own && method === 'POST' && headers['content-type'] === 'application/json';
}

function drawnOf(body: string): Drawn | undefined {
  try {
    const value = JSON.parse(body) as Record<string, unknown> | null;
    const { path, name, text, drawing } = value ?? {};
    const all = [path, name, text, drawing];
    return all.every((one) => typeof one === 'string') ? (value as unknown as Drawn) : undefined;
  } catch {
    return undefined;
  }
}
