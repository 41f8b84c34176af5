import { expect, test } from 'vitest';
import { componentsAtHand } from '../../src/chapters/vite-plugin.ts';
import { root } from '../tidy/files.ts';

const { transform } = componentsAtHand(root) as unknown as {
  transform: { handler(source: string, id: string): { code: string } | null };
};
const change = (source: string): string | undefined =>
  transform.handler(source, `${root}/content/guide/a.mdx`)?.code;

test('a content file gets the components that it uses, after its last line', () => {
  const source =
    '# A\n\n<MarginNote>\nA <Moment at="first act">moment</Moment>, <kbd>x</kbd>, <Other />.\n</MarginNote>';
  expect(change(source)).toBe(
    `${source}\n\nimport MarginNote from "${root}/src/components/prose/MarginNote.astro";\n` +
      `import Moment from "${root}/src/components/prose/Moment.astro";\n`,
  );
});

test('one that uses none stays as it is', () => {
  expect(change('# A\n\n`<Moment>` is a component.')).toBeUndefined();
});
