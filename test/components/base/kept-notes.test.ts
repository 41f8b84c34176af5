import { describe, expect, test } from 'vitest';
import {
  addNote,
  keepNotes,
  notedPages,
  notesAsMarkdown,
  readNotes,
} from '../../../src/components/base/kept-notes.ts';
import { mostKept } from '../../../src/components/base/kept-text.ts';

/** A storage of a test's own. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (i: number) => [...kept.keys()][i] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

const page = '/machinery/events/';

describe('notes', () => {
  test('gain a line at their end, whatever was written before', () => {
    const kept = storage();
    expect(addNote(() => kept, page, '- one')).toBe(true);
    expect(addNote(() => kept, page, '- two')).toBe(true);
    expect(readNotes(() => kept, page)).toBe('- one\n- two\n');
    keepNotes(() => kept, page, 'Mine');
    addNote(() => kept, page, '- three');
    expect(readNotes(() => kept, page)).toBe('Mine\n- three\n');
  });

  test('are the same in every language, and gone when there are none', () => {
    const kept = storage();
    kept.setItem('loopscope-code', 'go');
    addNote(() => kept, `/zh-cn${page}`, '- one');
    expect(readNotes(() => kept, page)).toBe('- one\n');
    expect(notedPages(() => kept)).toEqual([page]);
    keepNotes(() => kept, page, '');
    expect(notedPages(() => kept)).toEqual([]);
  });

  test('are not cut where they are full, and say so where nothing can be kept', () => {
    const kept = storage();
    keepNotes(() => kept, page, 'a'.repeat(mostKept - 3));
    expect(addNote(() => kept, page, '- one')).toBe(false);
    expect(readNotes(() => kept, page)).toHaveLength(mostKept - 3);
    const denied = (): Storage => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(addNote(denied, page, '- one')).toBe(false);
    expect(readNotes(denied, page)).toBe('');
    expect(notedPages(denied)).toEqual([]);
  });

  test('of several pages are one text, each under its title, which is a link', () => {
    const note = (title: string, text: string) => ({ title, address: `https://a.b/${title}/`, text });
    expect(notesAsMarkdown([note('One', '- a\n'), note('Two', ' '), note('Three', '\nb\n\nc')])).toBe(
      '# [One](https://a.b/One/)\n\n- a\n\n# [Three](https://a.b/Three/)\n\nb\n\nc\n',
    );
  });
});
