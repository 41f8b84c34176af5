import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { type Kept, fetchPinned, keptLines, rawUrl } from '../../src/sources/fetch-pinned.ts';
import type { Pin } from '../../src/sources/pins.ts';

const file = `package kettle

func Boil() {
	heat()
}

func Pour() {}
`;
const pinOf = (symbol: string, startLine: number, endLine: number): Pin => {
  const lines = file.split('\n').slice(startLine - 1, endLine);
  const sha256 = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
  return { path: 'pkg/kettle.go', symbol, startLine, endLine, sha256 };
};
const boil = pinOf('Boil', 3, 5);
const pour = pinOf('Pour', 7, 7);
const place = { repository: 'tea/tea', tag: 'v1.2.3', pin: boil };
const lines = ['func Boil() {', '\theat()', '}'];

/** A cache in memory. */
function memory(): Kept & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (digest) => Promise.resolve(texts.get(digest)),
    set: (digest, text) => Promise.resolve(void texts.set(digest, text)),
  };
}

const answers = (text: string, status = 200) =>
  vi.fn((_url: string) => Promise.resolve(new Response(text, { status })));

describe('the lines of a pin', () => {
  test('are fetched from the file at its tag, and kept, with those of the other pins that will be asked for', async () => {
    const kept = memory();
    const fetch = answers(file);
    expect(await fetchPinned(place, { fetch, kept }, [boil, pour])).toEqual({ is: 'ok', lines });
    expect(fetch.mock.calls).toEqual([['https://raw.githubusercontent.com/tea/tea/v1.2.3/pkg/kettle.go']]);
    expect(rawUrl(place)).toBe(fetch.mock.calls[0]![0]);
    expect(await keptLines(pour, { kept })).toEqual(['func Pour() {}']);
    expect(await fetchPinned(place, { fetch, kept })).toEqual({ is: 'ok', lines });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('are not asked for elsewhere when only looked for', async () => {
    expect(await keptLines(boil, { kept: memory() })).toBeUndefined();
  });

  test('cannot be had without a connection', async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await fetchPinned(place, { fetch, kept: memory() })).toEqual({ is: 'offline' });
  });

  test('cannot be had from a server that answers with an error', async () => {
    const kept = memory();
    expect(await fetchPinned(place, { fetch: answers('404: Not Found', 404), kept })).toEqual({
      is: 'refused',
      status: 404,
    });
    expect(kept.texts.size).toBe(0);
  });

  test('of another text are neither given nor kept, and both digests are told', async () => {
    const kept = memory();
    const result = await fetchPinned(place, { fetch: answers(file.replace('heat', 'cool')), kept });
    expect(result).toMatchObject({ is: 'differs', expected: boil.sha256 });
    expect(result).toHaveProperty('found', expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(result).not.toHaveProperty('lines');
    expect(kept.texts.size).toBe(0);
  });

  test('that were kept are verified again', async () => {
    const kept = memory();
    kept.texts.set(boil.sha256, 'func Boil() {}\n');
    expect(await keptLines(boil, { kept })).toBeUndefined();
    expect(await fetchPinned(place, { fetch: answers(file), kept })).toEqual({ is: 'ok', lines });
  });
});
