import { once } from 'node:events';
import fs, { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type SiteServer, serve, serveOrEnd } from '../../scripts/serve.ts';
import { headersOf } from '../../src/headers.ts';

const folder = mkdtempSync(join(tmpdir(), 'serve-'));
const script = 'const written = "one hundred times";\n'.repeat(100);
let site: SiteServer;
let port: number;

beforeAll(async () => {
  const files = {
    'secret.txt': 'secret',
    'site/index.html': 'front',
    'site/part/index.html': 'part',
    'site/404.html': 'missing',
    'site/_astro/page.Bq3xYz12.js': script,
    'site/edited-code/index.html': 'framed',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, 'site/led'));
  symlinkSync('../secret.txt', join(folder, 'site/secret.txt'));
  symlinkSync('../../secret.txt', join(folder, 'site/led/index.html'));
  symlinkSync('..', join(folder, 'site/up'));
  symlinkSync('part', join(folder, 'site/same'));
  site = await serve(join(folder, 'site'), 4406);
  port = Number(new URL(site.address).port);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request as it is written here: clients tidy what they send. */
async function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers });
  socket.write(
    `${method} ${target} HTTP/1.1\r\n${lines.map(([n, value]) => `${n}: ${value}\r\n`).join('')}\r\n`,
  );
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...said] = head.split('\r\n');
  const pairs = said.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)]);
  const all = Object.fromEntries(pairs) as Record<string, string>;
  return { status: Number(first.split(' ')[1]), headers: all, body: rest.join('\r\n\r\n') };
}

/** Status, and what came or where it leads. */
async function get(target: string): Promise<string> {
  const { status, headers, body } = await ask(target);
  return `${status} ${status === 301 ? headers['location'] : body}`;
}

describe('a request', () => {
  test.each([
    ['/', '200 front'],
    ['/?', '200 front'],
    ['/part/', '200 part'],
    ['/part?x=1', '301 /part/?x=1'],
    ['/%70art/', '200 part'],
    ['/nowhere', '404 missing'],
    ['/nowhere.js', '404 missing'],
    ['/index.html/', '404 missing'],
    ['/.git/config', '404 missing'],
    [`/${'a'.repeat(5000)}`, '404 missing'],
    ['/../secret.txt', '403 Forbidden\n'],
    ['/%2e%2e/secret.txt', '403 Forbidden\n'],
    ['/..%2fsecret.txt', '403 Forbidden\n'],
    ['/..%2fnowhere.txt', '403 Forbidden\n'],
    ['/..%5csecret.txt', '403 Forbidden\n'],
    ['/%E0%A4%A', '400 Bad Request\n'],
    ['/index.html%00.js', '400 Bad Request\n'],
  ])('for %s gives %j', async (target, answer) => {
    expect(await get(target)).toBe(answer);
  });

  test.each([
    ['//', '200 front'],
    ['///', '200 front'],
    ['//[', '404 missing'],
    ['//:80', '404 missing'],
    ['//a:99999/', '404 missing'],
    ['//%', '400 Bad Request\n'],
    ['//part', '301 /part/'],
    ['/.//part', '301 /.//part/'],
  ])('for %s, which is no address, gives %j, and the next is answered', async (target, answer) => {
    expect(await get(target)).toBe(answer);
    expect(await get('/')).toBe('200 front');
  });

  test.each(['http://[', 'http://a:99999/', 'http://elsewhere.example/part'])(
    'for %s, as to a proxy, is refused, leads nowhere, and the next is answered',
    async (target) => {
      const { status, headers } = await ask(target);
      expect([404, 421]).toContain(status);
      expect(headers['location']).toBeUndefined();
      expect(await get('/')).toBe('200 front');
    },
  );

  test('with the whole address of this site is answered', async () => {
    expect(await get(`${site.address}/part/`)).toBe('200 part');
  });

  test.each(['/secret.txt', '/up/secret.txt', '/led/', '/led/index.html'])(
    'for %s, a link out of the folder, finds nothing; a link within it is followed',
    async (target) => {
      expect(await get(target)).toBe('404 missing');
      expect(await get('/same/')).toBe('200 part');
    },
  );

  test('of another method is refused, and told which there are', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers, body } = await ask('/part/', {}, method);
      expect([method, status, headers['allow'], body]).toEqual([method, 405, 'GET, HEAD', '']);
    }
    const { status, headers, body } = await ask('/part/', {}, 'HEAD');
    expect([status, headers['content-length'], body]).toEqual([200, '4', '']);
  });

  test('for another host is refused with what was expected, so that no name of elsewhere leads here', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])
      expect((await ask('/', { Host: `${host}:${port}` })).status, host).toBe(200);
    const foreign = [
      'elsewhere.example',
      `elsewhere.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port - 1}`,
      '',
    ];
    for (const host of [...foreign, `127.0.0.1:${port}.example`, `a@127.0.0.1:${port}`]) {
      const { status, body } = await ask('/', { Host: host });
      expect(status, host).toBe(421);
      expect(body).toBe(
        `Misdirected Request: expected a request to 127.0.0.1:${port} or localhost:${port} or [::1]:${port}, ` +
          `found one to ${JSON.stringify(host)}.\n`,
      );
    }
  });
});

describe('a file', () => {
  const asset = '/_astro/page.Bq3xYz12.js';

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('of text is sent compressed to who accepts %s: %s', async (accepted, encoding) => {
    const { headers } = await ask(asset, { 'Accept-Encoding': accepted });
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
  });

  test.each([
    ['bytes=0-4', 206, `bytes 0-4/${script.length}`, 'const'],
    ['bytes=-5', 206, `bytes ${script.length - 5}-${script.length - 1}/${script.length}`, 'es";\n'],
    [`bytes=${script.length}-`, 416, `bytes */${script.length}`, 'Range Not Satisfiable\n'],
    ['bytes=4-2', 416, `bytes */${script.length}`, 'Range Not Satisfiable\n'],
    ['bytes=0-1,4-5', 200, undefined, script],
    ['lines=1-2', 200, undefined, script],
  ])('is asked for in part, %s: %s, %s', async (range, status, part, body) => {
    const answer = await ask(asset, { Range: range, 'Accept-Encoding': 'identity' });
    expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([status, part, body]);
  });

  test('is sent in part as it is, though its whole is sent compressed', async () => {
    const { status, headers, body } = await ask(asset, { Range: 'bytes=0-2999', 'Accept-Encoding': 'br' });
    expect([status, headers['content-encoding'], body]).toEqual([206, undefined, script.slice(0, 3000)]);
  });

  test('that is not there is not sent in part', async () => {
    const { status, body } = await ask('/nowhere', { Range: 'bytes=0-2' });
    expect([status, body]).toEqual([404, 'missing']);
  });

  test('that has not changed since is not sent again, and one of a hashed name is never asked for again', async () => {
    const first = await ask('/part/');
    expect(first.headers['cache-control']).toBe('no-cache');
    const known = { 'If-None-Match': first.headers['etag'] ?? '' };
    expect(await ask('/part/', known)).toMatchObject({ status: 304, body: '' });
    writeFileSync(join(folder, 'site/part/index.html'), 'another part');
    expect(await ask('/part/', known)).toMatchObject({ status: 200, body: 'another part' });
    writeFileSync(join(folder, 'site/part/index.html'), 'part');
    expect((await ask(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await ask('/_astro/page.Zz99zZ99.js')).headers['cache-control']).toBe('no-cache');
  });

  test.each(['identity', 'br', 'gzip'])(
    'that goes when it was found and not yet read is not there, accepted %s; the next is answered',
    async (encoding) => {
      const going = join(folder, 'site/going.js');
      const { stat, promises } = fs;
      const { stat: statLater } = promises;
      const gone = (path: unknown) => path === going && rmSync(going, { force: true });
      vi.spyOn(fs, 'stat').mockImplementation(((path: string, then: (...found: unknown[]) => void) =>
        stat(path, (...found) => {
          gone(path);
          then(...found);
        })) as unknown as typeof stat);
      vi.spyOn(promises, 'stat').mockImplementation((async (path: string) => {
        const found = await statLater(path);
        gone(path);
        return found;
      }) as typeof statLater);
      syncBuiltinESMExports();
      for (let time = 0; time < 3; time++) {
        writeFileSync(going, script);
        const { status, headers, body } = await ask('/going.js', { 'Accept-Encoding': encoding });
        expect([status, body]).toEqual([404, 'missing']);
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
        });
        expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, undefined]);
      }
      expect(await get('/')).toBe('200 front');
    },
  );
});

describe('headers', () => {
  const sent = async (target: string): Promise<Readonly<Record<string, string>>> =>
    (await ask(target)).headers;
  const inSmall = (headers: Readonly<Record<string, string>>): object =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

  test.each([
    ['/', '/'],
    ['/part/', '/part/'],
    ['/part/index.html', '/part/'],
    ['/nowhere', '/404.html'],
    ['/../secret.txt', '/404.html'],
    ['/edited-code/', '/edited-code/'],
    ['/edited-code/?x#y', '/edited-code/'],
    ['/_astro/page.Bq3xYz12.js', '/_astro/page.Bq3xYz12.js'],
  ])('of %s are those of %s', async (target, path) => {
    expect(await sent(target)).toMatchObject(inSmall(headersOf(path)));
  });

  test('tell pages, and no scripts, what they may load: a worker would hold to it', async () => {
    expect(await sent('/part/')).toHaveProperty('content-security-policy');
    expect(await sent('/_astro/page.Bq3xYz12.js')).not.toHaveProperty('content-security-policy');
  });

  test('do not name the server', async () => {
    expect(await sent('/')).not.toHaveProperty('x-powered-by');
  });
});

describe('a connection', () => {
  test('on which many files are asked for at once, and none is read, has one of them made at a time', async () => {
    const large = join(folder, 'site/large.js');
    writeFileSync(large, '');
    truncateSync(large, 64 * 1024 * 1024);
    const { createReadStream } = fs;
    let times = 0;
    const opened = new Promise<void>((resolve) => {
      vi.spyOn(fs, 'createReadStream').mockImplementation((path, options) => {
        if (path === large) times++;
        resolve();
        return createReadStream(path, options);
      });
    });
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET /large.js HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(50));
    await opened;
    for (let other = 0; other < 10; other++) await get('/');
    expect(times).toBe(1);
    socket.destroy();
  });

  test('that is broken off, or never asks, keeps no other waiting', async () => {
    const halves = [
      '',
      'GET',
      'GET / HTTP/1.1\r\nHost: ',
      `GET /part/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`,
    ];
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(halves[index % halves.length]!);
        return socket;
      }),
    );
    expect(await get('/')).toBe('200 front');
    for (const socket of sockets) socket.resetAndDestroy();
    expect(await get('/')).toBe('200 front');
  });
});

describe('ports', () => {
  const held: Server[] = [];
  afterEach(async () => {
    for (const server of held.splice(0)) await once(server.close(), 'close');
  });

  /** Sees to it that ports are taken, by this test or by whoever has them. */
  async function take(from: number, count: number): Promise<void> {
    for (let each = from; each < from + count; each++) {
      const server = createServer().listen(each, '127.0.0.1');
      await once(server, 'listening').then(
        () => held.push(server),
        () => undefined,
      );
    }
  }

  test('that are taken are left alone, and the next one is used, without a word', async () => {
    const warnings: string[] = [];
    const warned = ({ name }: Error) => warnings.push(name);
    process.on('warning', warned);
    await take(4650, 20);
    const next = await serve(join(folder, 'site'), 4650);
    expect(Number(new URL(next.address).port)).toBeGreaterThanOrEqual(4670);
    await next.close();
    process.off('warning', warned);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  test('of which fifty are taken end a command with a message alone', async () => {
    await take(4700, 50);
    const says = 'No free port between 4700 and 4749 on 127.0.0.1: end a server that you no longer need.';
    await expect(serve(join(folder, 'site'), 4700)).rejects.toThrow(says);
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ended with ${code}`);
    });
    await expect(serveOrEnd(join(folder, 'site'), 4700)).rejects.toThrow('ended with 1');
    expect([printed.mock.calls, exit.mock.calls]).toEqual([[[says]], [[1]]]);
  });
});
