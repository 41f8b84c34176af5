import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attack, Try } from '../attack.ts';
import { hostileRequests } from '../hostile-requests.ts';

const secret = 'what no answer may hold';
const asset = '_astro/large.Bq3xYz12.js';
/** Drawn requests, at most: more of them find nothing new. */
const enough = 3000;

/** A site in a folder of its own, beside a secret, with links that lead there. */
function layOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'attacked-'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('secret.txt', secret);
  for (const page of ['index.html', 'part/index.html', '404.html']) write(`site/${page}`, `page ${page}`);
  const lines = Array.from({ length: 20_000 }, (_, line) => `export const name${line} = ${line * 7919};\n`);
  write(`site/${asset}`, lines.join(''));
  mkdirSync(join(folder, 'site/led'));
  symlinkSync('../secret.txt', join(folder, 'site/secret.txt'));
  symlinkSync('../../secret.txt', join(folder, 'site/led/index.html'));
  symlinkSync('..', join(folder, 'site/up'));
  return folder;
}

/** The server under attack. It is started again when it has ended. */
class Victim {
  readonly folder = layOut();
  port = 0;
  #process: ChildProcess | undefined;

  async begin(): Promise<void> {
    this.#process = fork(fileURLToPath(new URL('../served.ts', import.meta.url)), [
      join(this.folder, 'site'),
    ]);
    const [address] = (await once(this.#process, 'message')) as [string];
    this.port = Number(new URL(address).port);
  }

  end(): void {
    this.#process?.kill();
    rmSync(this.folder, { recursive: true });
  }

  open(): Socket {
    return connect(this.port, '127.0.0.1').on('error', () => undefined);
  }

  request(path: string, more = 'Connection: close\r\n'): string {
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n${more}\r\n`;
  }

  /** All that comes until the server closes, or has been silent for some time. */
  async answer(bytes: string): Promise<string> {
    const socket = this.open().setTimeout(2000);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('timeout', () => socket.destroy());
    socket.write(bytes, 'latin1');
    await new Promise((resolve) => socket.on('close', resolve));
    return text;
  }

  async heldMB(): Promise<number> {
    this.#process?.send('how much?');
    const [held] = (await once(this.#process!, 'message')) as [number];
    return held;
  }

  /** What broke of the server itself: it still answers, or it is started again. */
  async withstood(): Promise<string | undefined> {
    const { exitCode = null, signalCode = null } = this.#process ?? {};
    const next = await this.answer(this.request('/'));
    if (exitCode === null && signalCode === null && next.includes('page index.html')) return undefined;
    this.#process?.kill();
    await this.begin();
    return `the server ended, or did not answer the next request: ${JSON.stringify(next.slice(0, 80))}`;
  }
}

/** What is wrong with an answer. None at all is one, if the server closed. */
function faultOf(answer: string): string | undefined {
  if (answer.includes(secret)) return 'it gave a file that is outside of the folder';
  const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  if (answer !== '' && status === '') return `it answered no HTTP: ${JSON.stringify(answer.slice(0, 40))}`;
  if (status.startsWith('5') && status !== '505') return `it answered ${status}`;
  const [, location] = /^location: (.*)\r$/im.exec(answer) ?? [];
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) return `it led to ${location}`;
  return undefined;
}

/** Attacks that are more than one request, each with what broke. */
const sieges: readonly (readonly [string, (victim: Victim) => Promise<string | undefined>])[] = [
  [
    '100 connections with half a request, then reset',
    async (victim) => {
      const sockets = Array.from({ length: 100 }, () => victim.open());
      for (const [index, socket] of sockets.entries()) socket.write(victim.request('/').slice(0, index % 60));
      const broke = await victim.withstood();
      for (const socket of sockets) socket.resetAndDestroy();
      return broke;
    },
  ],
  [
    '50 connections that are reset in the midst of a large answer',
    async (victim) => {
      for (let time = 0; time < 50; time++) {
        const socket = victim.open();
        socket.write(victim.request(`/${asset}`, time % 2 === 0 ? 'Accept-Encoding: br\r\n' : ''));
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
        socket.resetAndDestroy();
      }
      return undefined;
    },
  ],
  [
    'a request a letter at a time',
    async (victim) => {
      const socket = victim.open().setNoDelay();
      for (const letter of victim.request('/part/'))
        await new Promise((resolve) => socket.write(letter, resolve));
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      return chunk.toString().startsWith('HTTP/1.1 200') ? undefined : 'it was not answered';
    },
  ],
  [
    '500 requests on 500 connections',
    async (victim) => {
      const answers = await Promise.all(
        Array.from({ length: 500 }, () => victim.answer(victim.request('/part/'))),
      );
      const whole = answers.filter((answer) => answer.includes('page part/index.html')).length;
      return whole === 500 ? undefined : `${500 - whole} were not answered`;
    },
  ],
  [
    '3000 large files asked for on one connection, and none read',
    async (victim) => {
      const socket = victim.open().pause();
      socket.write(victim.request(`/${asset}`, 'Accept-Encoding: br\r\n').repeat(3000));
      for (let time = 0; time < 20; time++) await victim.answer(victim.request('/'));
      const held = await victim.heldMB();
      socket.destroy();
      return held < 500 ? undefined : `the server held ${held.toFixed(0)} MB`;
    },
  ],
  [
    '60 requests for a file that comes and goes',
    async (victim) => {
      const path = join(victim.folder, 'site/going.js');
      for (let time = 0; time < 60; time++) {
        writeFileSync(path, secretless);
        const encoding = ['br', 'gzip', 'identity'][time % 3];
        const coming = victim.answer(
          victim.request('/going.js', `Accept-Encoding: ${encoding}\r\nConnection: close\r\n`),
        );
        for (let turn = 0; turn < time % 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        rmSync(path);
        const fault = faultOf(await coming);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  ],
];
const secretless = 'export const here = true;\n'.repeat(10_000);

async function* tries({ seed, most }: { readonly seed: number; readonly most: number }): AsyncIterable<Try> {
  const victim = new Victim();
  try {
    await victim.begin();
    for (const [input, lay] of sieges.slice(0, most)) {
      const broke = await lay(victim);
      yield { input, broke: broke ?? (await victim.withstood()) };
    }
    const requests = hostileRequests(victim.port, seed, Math.min(Math.max(most - sieges.length, 0), enough));
    for (const { input, bytes } of requests) {
      const fault = faultOf(await victim.answer(bytes));
      yield { input, broke: fault ?? (await victim.withstood()) };
    }
  } finally {
    victim.end();
  }
}

/** Sends `npm start` what no browser sends, and asks after each whether it still answers. */
export const attack: Attack = { kind: 'raw requests', tries };
