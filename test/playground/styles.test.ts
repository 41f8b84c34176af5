import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no style sheet asks the root or the body what they hold: each step of a Scope would style the whole page', () => {
  const sheets = globSync(['src/**/*.{css,astro}', 'playground/**/*.css']);
  expect(sheets.length).toBeGreaterThan(10);
  const asking = sheets.filter((path) =>
    /(^|[\s,}])(:root|html|body)[^\s,{]*:has\(/m.test(readFileSync(path, 'utf8')),
  );
  expect(asking).toEqual([]);
});
