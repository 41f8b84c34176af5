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

test('colours stand in tokens.css alone, but for the white of paper', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\blight-dark\(/gi;
  const sheets = globSync(['src/**/*.{css,astro}', 'playground/**/*.css']);
  const found = sheets.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const styles = path.endsWith('.css')
      ? [text]
      : [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([all]) => all);
    return styles.flatMap((style) => style.match(colour) ?? []).map((value) => `${path}: ${value}`);
  });
  expect(found.filter((each) => !each.startsWith('src/styles/tokens.css: '))).toEqual([
    'src/styles/print.css: #fff',
    'src/styles/print.css: #fff',
  ]);
});
