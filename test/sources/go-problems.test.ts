import { expect, test } from 'vitest';
import { symbolsOf } from '../../src/components/code/symbols.ts';
import { show } from '../../src/sources/problem.ts';
import { goProblems, needlessMarks } from '../../src/sources/go-problems.ts';
import { tea } from './small-tree.ts';

const path = 'src/runtime/kettle/kettle.ts';

/** What is said of a file of ours beside the small tree. */
function said(text: string): string {
  const symbols = symbolsOf(path, text);
  return show(goProblems({ path, text }, symbols, symbols, (file) => tea[file]));
}

const good = `// Mirrors: pkg/kettle/kettle.go#Kettle.Boil
export function boil(k: Kettle): Error | undefined {
  if (k.litres === 0) {
    return errDry;
  }
  heat(k, hot);
  return undefined;
}

/**
 * Ours alone.
 *
 * Part of: pkg/kettle/kettle.go#Kettle.Boil
 */
function heat(k: Kettle, to: number): void {
  k.heat(to);
}

export function ours(): void {
  nothing();
}
`;

test('a file of which every statement has its place is right, whatever is ours alone', () => {
  expect(said(good)).toBe('');
});

test('a statement without a counterpart is named, with what to write', () => {
  expect(said(good.replace('  heat(k, hot);', '  whistle();\n  heat(k, hot);'))).toBe(
    'src/runtime/kettle/kettle.ts:6 "whistle();" has no counterpart upstream, in pkg/kettle/kettle.go#Kettle.Boil. End the line with a mark: ' +
      '`// Go: name` for the line of upstream that has this name, `// Go: name#2` for the second, `// Go: none` if there is none.',
  );
});

test('a mark that leads nowhere is named', () => {
  expect(said(good.replace('return errDry;', 'return errDry; // Go: ErrWet'))).toContain(
    'kettle.ts:4 "return errDry; // Go: ErrWet" "// Go: ErrWet" names no line of upstream\'s declaration, in pkg/kettle/kettle.go#Kettle.Boil.',
  );
});

test('a part of what is not there is named; a `Mirrors:` line that leads nowhere is told with all others', () => {
  expect(
    said(
      good.replace('Part of: pkg/kettle/kettle.go#Kettle.Boil', 'Part of: pkg/kettle/kettle.go#Kettle.Fry'),
    ),
  ).toBe(
    'src/runtime/kettle/kettle.ts:15 says "Part of: pkg/kettle/kettle.go#Kettle.Fry", but upstream declares no such thing: correct it.',
  );
  expect(
    said(
      good.replace('Mirrors: pkg/kettle/kettle.go#Kettle.Boil', 'Mirrors: pkg/kettle/kettle.go#Kettle.Fry'),
    ),
  ).toBe('');
});

test('a mark without which every line stands where it stands is told', () => {
  const marked = good
    .replace('return errDry;', 'return errDry; // Go: ErrDry')
    .replace('  heat(k, hot);', '  heat(k, hot); // Go: heat');
  const problems = needlessMarks({ path, text: marked }, symbolsOf(path, marked), (file) => tea[file]);
  expect(show(problems))
    .toBe(`src/runtime/kettle/kettle.ts:4 "return errDry; // Go: ErrDry" says what the names say already: take the mark out.
src/runtime/kettle/kettle.ts:6 "heat(k, hot); // Go: heat" says what the names say already: take the mark out.`);

  const needed = good.replace('heat(k, hot);', 'heat(k, hot); // Go: none');
  expect(needlessMarks({ path, text: needed }, symbolsOf(path, needed), (file) => tea[file])).toEqual([]);
});
