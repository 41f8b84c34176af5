import { expect, test } from 'vitest';
import { digestOfDiagram, drawingPath, isName, stateOf, withDigest } from '../../src/diagrams/kept.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>\n';

test('a drawing is kept beside its page, under its name', () => {
  expect(drawingPath('content/controllers/replicaset/index.mdx', 'one-sync')).toBe(
    'content/controllers/replicaset/diagrams/one-sync.svg',
  );
  expect(drawingPath('content/guide/reading-the-code.mdx', 'map')).toBe(
    'content/guide/reading-the-code/diagrams/map.svg',
  );
  expect(['one-sync', 'a1', 'One', 'a--b', '../a', ''].filter(isName)).toEqual(['one-sync', 'a1']);
});

test('a drawing is fresh while source and mermaid are those that it was made of', () => {
  const digest = digestOfDiagram('flowchart TD', '12.3.0');
  const kept = withDigest(svg, digest);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(stateOf(undefined, digest)).toBe('missing');
  expect(stateOf(kept, digest)).toBe('fresh');
  expect(stateOf(kept, digestOfDiagram('flowchart TD\n', '12.3.0'))).toBe('fresh');
  expect(stateOf(kept, digestOfDiagram('flowchart LR', '12.3.0'))).toBe('stale');
  expect(stateOf(kept, digestOfDiagram('flowchart TD', '12.3.1'))).toBe('stale');
});
