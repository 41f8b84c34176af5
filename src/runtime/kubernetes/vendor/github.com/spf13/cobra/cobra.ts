import { packageVariable } from '../../../../../go/os.ts';

/** What every command of a program calls before its hooks. */
// Mirrors: vendor/github.com/spf13/cobra/cobra.go#initializers
export const initializers = packageVariable((): (() => void)[] => []);

// Mirrors: vendor/github.com/spf13/cobra/cobra.go#rpad
export function rpad(text: string, padding: number): string {
  return text.padEnd(padding);
}

// Mirrors: vendor/github.com/spf13/cobra/cobra.go#trimRightSpace
export function trimRightSpace(text: string): string {
  return text.trimEnd();
}

/** How many letters must be put in, taken out or exchanged to make one word of the other. */
// Mirrors: vendor/github.com/spf13/cobra/cobra.go#ld
export function ld(a: string, b: string, ignoreCase: boolean): number {
  const [s, t] = ignoreCase ? [a.toLowerCase(), b.toLowerCase()] : [a, b];
  let above = Array.from({ length: t.length + 1 }, (_, j) => j);
  for (let i = 1; i <= s.length; i++) {
    const row = [i];
    for (let j = 1; j <= t.length; j++) {
      const [left = 0, up = 0, corner = 0] = [row[j - 1], above[j], above[j - 1]];
      row.push(s[i - 1] === t[j - 1] ? corner : Math.min(left, up, corner) + 1);
    }
    above = row;
  }
  return above[t.length] ?? 0;
}
