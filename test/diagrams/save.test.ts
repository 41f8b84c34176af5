import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOfDiagram } from '../../src/diagrams/kept.ts';
import { savingDrawings } from '../../src/diagrams/save.ts';

const text = 'flowchart TD\n  a --> b';
const root = mkdtempSync(join(tmpdir(), 'diagrams-'));
const save = savingDrawings(root);
const server = createServer((asked, answer) => void save(asked, answer));
const drawn = { path: 'content/a/b/index.mdx', name: 'one', text, drawing: '<svg><g/></svg>' };

beforeAll(async () => {
  mkdirSync(join(root, 'content/a/b'), { recursive: true });
  writeFileSync(join(root, drawn.path), `\`\`\`mermaid one\n${text}\n\`\`\`\n`);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

/** What the server answers to a drawing, from a page of its own unless headers say otherwise. */
function post(body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const own = { 'Content-Type': 'application/json', Origin: `http://127.0.0.1:${port}`, ...headers };
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', method: 'POST', headers: own }, (answer) => {
      answer.setEncoding('utf8').on('data', (said: string) => resolve(`${answer.statusCode} ${said}`));
    });
    asked.end(JSON.stringify(body));
  });
}

test('a drawing from a page of this server is kept with its digest', async () => {
  expect(await post(drawn)).toBe('200 content/a/b/diagrams/one.svg');
  expect(readFileSync(join(root, 'content/a/b/diagrams/one.svg'), 'utf8')).toBe(
    `<svg data-digest="${digestOfDiagram(text)}"><g/></svg>`,
  );
});

test('nobody else may save one', async () => {
  const refused = '403 Only a page of this server, on this machine, may save a drawing.';
  expect(await post(drawn, { Origin: 'https://example.com' })).toBe(refused);
  expect(await post(drawn, { Host: 'example.com', Origin: 'http://example.com' })).toBe(refused);
  expect(await post(drawn, { 'Content-Type': 'text/plain' })).toBe(refused);
});

test('nothing is kept but shapes and words, of a diagram that is there', async () => {
  expect(await post({ ...drawn, drawing: '<svg><script/></svg>' })).toBe(
    '400 expected shapes and words in the drawing "one", found <script>',
  );
  expect(await post({ ...drawn, text: 'flowchart LR' })).toBe(
    '400 content/a/b/index.mdx has no such diagram "one" any more',
  );
  expect(await post({ ...drawn, path: 'content/../package.json' })).toBe(
    '400 expected a page under content/, found content/../package.json',
  );
  expect(await post({ drawn: true })).toBe('400 Expected path, name, text and drawing.');
});
