import { describe, expect, test } from 'vitest';
import { goTokens } from '../../../src/components/code/go-tokens.ts';

/** A line with the classes of its parts: `func‹keyword›`. */
const shown = (text: string): string[] =>
  goTokens(text.split('\n')).map((row) =>
    row.map((token) => (token.kind ? `${token.text}‹${token.kind.slice(3)}›` : token.text)).join(''),
  );

describe('Go in tokens', () => {
  test('has keywords, types, calls, numbers, strings and comments', () => {
    expect(
      shown(
        'func Boil(k *Kettle, n int) error { // hot\n\tk.heat(0x1F, 1e-3, \'\\n\', "a \\" b")\n\treturn nil\n}',
      ),
    ).toEqual([
      'func‹keyword› Boil‹function›(k *Kettle, n int‹type›) error‹type› { // hot‹comment›',
      '\tk.heat‹function›(0x1F‹number›, 1e-3‹number›, \'\\n\'‹string›, "a \\" b"‹string›)',
      '\treturn‹keyword› nil‹number›',
      '}',
    ]);
  });

  test('follows comments and raw strings over lines', () => {
    expect(shown('a /* one\ntwo */ b\nc := `x\n"y`')).toEqual([
      'a /* one‹comment›',
      'two */‹comment› b',
      'c := `x‹string›',
      '"y`‹string›',
    ]);
  });

  test('loses nothing of the text, whatever it is, and gives a row for each line', () => {
    const texts = [
      '<img src=x onerror="alert(1)">',
      '"open',
      "'",
      '`open\nraw',
      '/* open',
      'ünïcödé := 世界(1_000)',
      '',
      '\t',
    ];
    for (const text of [...texts, texts.join('\n')]) {
      const rows = goTokens(text.split('\n'));
      expect(rows.map((row) => row.map((token) => token.text).join('')).join('\n')).toBe(text);
    }
  });
});
