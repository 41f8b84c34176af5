import { describe, expect, test } from 'vitest';
import { progressKey } from '../../../src/components/progress/progress-key.ts';
import { Progress, type ProgressStorage } from '../../../src/components/progress/progress.ts';

/** A browser's storage: two of `Progress` with one of these are two tabs. */
class Stored implements ProgressStorage {
  text: string | null;
  full = false;

  constructor(text: string | null = null) {
    this.text = text;
  }
  getItem(key: string): string | null {
    return key === progressKey ? this.text : null;
  }
  setItem(_key: string, text: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.text = text;
  }
  removeItem(): void {
    this.text = null;
  }
}

const chapter = 'controllers/replicaset';
const file = (chapters: object): string =>
  JSON.stringify({ kind: 'loopscope-progress', version: 1, chapters });

function opened(text: string | null = null): { stored: Stored; progress: Progress } {
  const stored = new Stored(text);
  return { stored, progress: new Progress(() => stored) };
}

describe('progress', () => {
  test('keeps what was done, by chapter, and reads it in another visit', () => {
    const { stored, progress } = opened();
    expect(progress.choose(chapter, 'who-goes', 1)).toBeUndefined();
    expect(progress.open(chapter, 'who-goes')).toBeUndefined();
    expect(progress.open(chapter, 'how-many')).toBeUndefined();
    expect(progress.experiment(chapter, 'crash')).toBeUndefined();
    expect(progress.solve(chapter, 'slow-start')).toBeUndefined();
    expect(progress.finish('controllers/the-control-loop', true)).toBeUndefined();
    expect(new Progress(() => stored).read()).toEqual([
      {
        kind: 'loopscope-progress',
        version: 1,
        chapters: {
          [chapter]: {
            predictions: { 'who-goes': { chosen: 1, opened: true }, 'how-many': { opened: true } },
            experiments: ['crash'],
            exercises: ['slow-start'],
          },
          'controllers/the-control-loop': { read: true },
        },
      },
      undefined,
    ]);
  });

  test('keeps a thing done twice once, and the later of two choices', () => {
    const { progress } = opened();
    progress.solve(chapter, 'slow-start');
    progress.solve(chapter, 'slow-start');
    progress.choose(chapter, 'who-goes', 0);
    progress.open(chapter, 'who-goes');
    progress.choose(chapter, 'who-goes', 2);
    progress.finish(chapter, true);
    progress.finish(chapter, false);
    expect(progress.of(chapter)).toEqual({
      predictions: { 'who-goes': { chosen: 2, opened: true } },
      exercises: ['slow-start'],
    });
    expect(progress.of('no/chapter')).toEqual({});
    expect(progress.of('constructor')).toEqual({});
  });

  test('in two tabs loses nothing of either, and tells each of the other', () => {
    const stored = new Stored();
    const one = new Progress(() => stored);
    const other = new Progress(() => stored);
    let heard = 0;
    const end = other.onChange(() => heard++);
    one.solve(chapter, 'a');
    other.heard({ key: 'theme' });
    expect(heard).toBe(0);
    other.heard({ key: progressKey });
    expect(heard).toBe(1);
    other.solve(chapter, 'b');
    expect(heard).toBe(2);
    one.solve(chapter, 'c');
    expect(one.of(chapter).exercises).toEqual(['a', 'b', 'c']);
    end();
    other.clear();
    expect(heard).toBe(2);
  });
});

describe('where nothing can be kept', () => {
  test('a denied storage reads as nothing done, and says so when asked to keep something', () => {
    const progress = new Progress(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const [record, problem] = progress.read();
    expect(record.chapters).toEqual({});
    expect(problem?.message).toBe(
      'This browser does not let this site store anything. Allow it in the settings.',
    );
    expect(progress.solve(chapter, 'a')?.message).toBe(
      'This is not kept. This browser does not let this site store anything. Allow it in the settings.',
    );
    expect(progress.clear()?.message).toBe(
      'This browser does not let this site store anything, so there is nothing to clear.',
    );
  });

  test('a full storage keeps what it had', () => {
    const { stored, progress } = opened();
    progress.solve(chapter, 'a');
    stored.full = true;
    expect(progress.solve(chapter, 'b')?.message).toBe(
      "This is not kept: the storage that this browser gives this site is full, or denied. Free some, or allow it in the browser's settings.",
    );
    expect(progress.of(chapter).exercises).toEqual(['a']);
  });

  test('a record that is malformed is not written over, and can be cleared', () => {
    const { stored, progress } = opened('{"kind":');
    expect(progress.of(chapter)).toEqual({});
    expect(progress.solve(chapter, 'a')?.message).toBe(
      'This is not kept. What is kept here cannot be read: expected a file of JSON that was saved on the ' +
        'progress page, found "{\\"kind\\":". Reload the page, or clear it on the progress page.',
    );
    expect(stored.text).toBe('{"kind":');
    expect(progress.clear()).toBeUndefined();
    expect(progress.solve(chapter, 'a')).toBeUndefined();
  });

  test('an id that could not be read again is not kept', () => {
    const { stored, progress } = opened();
    expect(progress.solve(chapter, 'Slow start')?.message).toBe(
      `This is not kept: expected ids of small letters, digits, "-" and "/" among the exercises of ${chapter}, found "Slow start".`,
    );
    expect(stored.text).toBeNull();
  });
});

describe('a saved file', () => {
  test('is added to what is here, and the answer that is here stays', () => {
    const { progress } = opened();
    progress.choose(chapter, 'who-goes', 1);
    progress.solve(chapter, 'a');
    const saved = file({
      [chapter]: { predictions: { 'who-goes': { chosen: 0, opened: true } }, exercises: ['b', 'a'] },
      'controllers/the-control-loop': { read: true },
    });
    expect(progress.merge(saved)).toEqual([2, undefined]);
    expect(progress.merge(saved)).toEqual([0, undefined]);
    expect(progress.read()[0].chapters).toEqual({
      [chapter]: { predictions: { 'who-goes': { chosen: 1, opened: true } }, exercises: ['a', 'b'] },
      'controllers/the-control-loop': { read: true },
    });
  });

  test('brings back what was cleared', () => {
    const { stored, progress } = opened();
    progress.choose(chapter, 'who-goes', 1);
    progress.experiment(chapter, 'crash');
    const saved = stored.text ?? '';
    progress.clear();
    expect(progress.of(chapter)).toEqual({});
    expect(progress.merge(saved)).toEqual([2, undefined]);
    expect(stored.text).toBe(saved);
  });

  test.each([
    ['hello', 'expected a file of JSON that was saved on the progress page, found "hello"'],
    ['[]', 'expected "kind": "loopscope-progress", found []'],
    ['{"kind":"other"}', 'expected "kind": "loopscope-progress", found "other"'],
    [
      '{"kind":"loopscope-progress","version":2}',
      'expected "version": 1, the one that this page knows, found 2',
    ],
    ['{"kind":"loopscope-progress","version":1}', 'expected an object by id as the chapters, found nothing'],
    [
      file({ 'No Chapter': {} }),
      'expected ids of small letters, digits, "-" and "/" among the chapters, found "No Chapter"',
    ],
    [file({ a: 3 }), 'expected an object for the chapter a, found 3'],
    [file({ a: { read: 'yes' } }), 'expected true or false as "read" of a, found "yes"'],
    [file({ a: { exercises: 'b' } }), 'expected a list of ids as the exercises of a, found "b"'],
    [
      file({ a: { predictions: { b: { chosen: 1.5 } } } }),
      'expected a whole number from 0 to 9 as "chosen" of the prediction b of a, found 1.5',
    ],
    [
      file({ a: { predictions: { b: { opened: 1 } } } }),
      'expected true or false as "opened" of the prediction b of a, found 1',
    ],
    [' '.repeat(500_001), 'expected at most 500000 characters, found 500001'],
    [
      '{"kind":"loopscope-progress","version":1,"chapters":{"__proto__":{}}}',
      'expected ids of small letters, digits, "-" and "/" among the chapters, found "__proto__"',
    ],
  ])('that is wrong is not taken in: %s', (text, says) => {
    const { stored, progress } = opened();
    const [, problem] = progress.merge(text);
    expect(problem?.message).toBe(`This file cannot be imported: ${says}.`);
    expect(stored.text).toBeNull();
  });
});
