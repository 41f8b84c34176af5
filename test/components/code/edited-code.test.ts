import { describe, expect, test } from 'vitest';
import { editedCode, textOf } from '../../../src/components/code/edited-code.ts';
import { highlightFile } from '../../../src/components/code/highlight.ts';

const source = `const limit = 3 < 4 && 'a&b';
export function one(): number {
  return limit;
}
export class Two {
  three(): void {
    one();
  }
  four(): void {}
}
`;
const original = await highlightFile('a/b.ts', source);
const symbols = (text: string) =>
  editedCode(original, text).symbols.map(({ name, from, to }) => `${name} ${from}-${to}`);

describe('an edited file', () => {
  test('is what it was where nothing was edited', () => {
    expect(textOf(original)).toBe(source);
    expect(editedCode(original, source)).toEqual(original);
  });

  test('keeps the colours of its lines, and gives plain ones to new lines', () => {
    const edited = editedCode(
      original,
      source.replace('    one();', "    // <b>'x'\n    one();\n    const a = `<i>` + 12;"),
    );
    expect(edited.lines.slice(5, 10)).toEqual([
      original.lines[5],
      '    <span class="tk-comment">// &lt;b&gt;\'x\'</span>',
      original.lines[6],
      '    <span class="tk-keyword">const</span> a = <span class="tk-string">`&lt;i&gt;`</span> + <span class="tk-number">12</span>;',
      original.lines[7],
    ]);
    expect(textOf(edited)).toContain("// <b>'x'");
  });

  test('has its functions where they are now', () => {
    expect(symbols(source)).toEqual(['limit 1-1', 'one 2-4', 'Two 5-10', 'Two.three 6-8', 'Two.four 9-9']);
    expect(symbols(source.replace('    one();', '    one();\n    one();'))).toEqual([
      'limit 1-1',
      'one 2-4',
      'Two 5-11',
      'Two.three 6-9',
      'Two.four 10-10',
    ]);
    expect(symbols(source.replace('  return limit;\n', ''))).toEqual([
      'limit 1-1',
      'one 2-3',
      'Two 4-9',
      'Two.three 5-7',
      'Two.four 8-8',
    ]);
  });
});
