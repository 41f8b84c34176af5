import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noteFor, noteKey } from '../../../src/components/base/note.ts';
import { noted, takeNote } from '../../../src/components/base/notes.ts';
import { storageOf } from '../exercises/storage.ts';

const note = { for: 'a/b/c', top: 120, kept: '#scope=x' };
const endedSays = expect.stringMatching(/^The last run of this code ended the page: /) as string;
let leaves: EventTarget;

beforeEach(() => {
  leaves = new EventTarget();
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('addEventListener', leaves.addEventListener.bind(leaves));
});
afterEach(() => vi.unstubAllGlobals());

describe('a run of edited code', () => {
  test('has its note while it goes, and none when it has ended, well or not', async () => {
    expect(await noted(note, () => Promise.resolve(noteFor()))).toBe('a/b/c');
    expect(noteFor()).toBeUndefined();
    const fails = noted(note, () => Promise.reject(new Error('it was ended')));
    expect(noteFor()).toBe('a/b/c');
    await expect(fails).rejects.toThrow('it was ended');
    expect(noteFor()).toBeUndefined();
  });

  test('that goes on beside another takes the note along if it ends last', async () => {
    const ends: (() => void)[] = [];
    const run = () => new Promise<void>((resolve) => ends.push(resolve));
    const first = noted(note, run);
    const second = noted({ for: 'scope /' }, run);
    ends[1]?.();
    await second;
    expect(noteFor()).toBe('scope /');
    ends[0]?.();
    await first;
    expect(noteFor()).toBeUndefined();
  });

  test('leaves its note if it ends the page, to be taken once, and not if the reader leaves', async () => {
    let end = (): void => undefined;
    const run = () => new Promise<void>((resolve) => (end = resolve));
    const first = noted(note, run);
    expect(takeNote('scope /')).toBeUndefined();
    expect(takeNote('a/b/c')).toEqual({ ...note, ended: 'run', says: endedSays });
    expect(takeNote('a/b/c')).toBeUndefined();
    end();
    await first;
    const second = noted(note, run);
    leaves.dispatchEvent(new Event('pagehide'));
    expect(noteFor()).toBeUndefined();
    end();
    await second;
  });

  test('goes all the same where nothing can be kept; and what is no note is none', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(await noted(note, () => Promise.resolve(7))).toBe(7);
    expect(takeNote('a/b/c')).toBeUndefined();
    vi.stubGlobal('sessionStorage', storageOf({ [noteKey]: '{' }));
    expect(noteFor()).toBeUndefined();
  });
});
