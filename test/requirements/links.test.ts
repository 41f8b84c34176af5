import { expect, test } from 'vitest';
import { componentHref, repositoryHref, rowHref, rowsExplainedIn } from '../../src/requirements/links.ts';

test('a component has a page, and each row an anchor in it', () => {
  expect(componentHref('RS')).toBe('/coverage/rs/');
  expect(rowHref('RS-04')).toBe('/coverage/rs/#RS-04');
});

test('what a chapter explains is read from its text, in order', () => {
  const text = 'A line.\n\n<Explains rows="RS-04 RS-05" />\n\nMore.\n<Explains rows="RS-01" />\n';
  expect(rowsExplainedIn(text)).toEqual(['RS-04', 'RS-05', 'RS-01']);
  expect(rowsExplainedIn('Nothing.')).toEqual([]);
});

test('a line of ours has an address where it is known where the code is kept', () => {
  expect(repositoryHref('test/a.test.ts', 7, undefined)).toBeUndefined();
  expect(repositoryHref('test/a.test.ts', 7, 'https://example.org/loopscope/')).toBe(
    'https://example.org/loopscope/blob/main/test/a.test.ts#L7',
  );
});
