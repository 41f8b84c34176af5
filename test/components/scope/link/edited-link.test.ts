import { describe, expect, test } from 'vitest';
import { packEdits, unpackEdits } from '../../../../src/components/scope/link/edited-link.ts';
import {
  decodeMoment,
  encodeMoment,
  linkToMoment,
} from '../../../../src/components/scope/link/share-link.ts';
import { runtimeText } from '../../../../src/instrument/runtime-graph.ts';

const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
const original = runtimeText(file);
const ours = (name: string): Promise<string> => Promise.resolve(runtimeText(name));
const start = 'This link does not lead to a moment: ';

async function letters(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
}

describe('edits in a link', () => {
  test.each([
    ['a line changed', original.replace('let diff =', 'let difference =')],
    ['lines added', original.replace('    let diff =', '    // é\n\n    let diff =')],
    ['an empty line added at the end', `${original}\n`],
    ['lines taken out', original.split('\n').slice(0, 300).join('\n')],
    ['nothing changed', original],
    ['everything changed', 'export {};'],
    ['everything gone', ''],
  ])('come through: %s', async (_name, text) => {
    const packed = await packEdits({ [file]: text }, ours);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    const moment = { scenario: 'a/b', seed: 1, entry: 2, acts: [], packed };
    expect(decodeMoment(encodeMoment(moment))).toEqual([moment, undefined]);
    const [found] = await unpackEdits(packed, ours);
    expect(found?.edits).toEqual({ [file]: text });
  });

  test('are as short as what was edited, and name it', async () => {
    const edits = {
      [file]: original.replace('let diff =', 'let added = 1;\n    let diff ='),
      'sim/chan.ts': `${runtimeText('sim/chan.ts')}// mine\n`,
    };
    const packed = await packEdits(edits, ours);
    expect(packed.length).toBeLessThan(400);
    const [found] = await unpackEdits(packed, ours);
    expect(found?.edits).toEqual(edits);
    expect(found?.parts.map(({ file, lines }) => [file, lines])).toEqual([
      [file, ['    let added = 1;']],
      ['sim/chan.ts', ['// mine']],
    ]);
  });

  test('come through of a file in a folder with a point in its name', async () => {
    const queue = 'kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
    const edits = { [queue]: `${runtimeText(queue)}// mine\n` };
    const [found] = await unpackEdits(await packEdits(edits, ours), ours);
    expect(found?.edits).toEqual(edits);
  });

  test('too long for a link are refused in words', async () => {
    let seed = 1;
    const noise = Array.from({ length: 30_000 }, () =>
      (seed = (seed * 48271) % 2147483647).toString(36),
    ).join(' ');
    const run = { scenario: 'a/b', seed: 1, acts: [], edits: { [file]: noise } };
    const fetched = globalThis.fetch;
    globalThis.fetch = () =>
      Promise.resolve(Response.json({ lines: [''], symbols: [], file, from: 1, whole: true }));
    try {
      await expect(linkToMoment(run, 3)).rejects.toThrow(
        'What you changed is too long for a link. Share the text itself.',
      );
    } finally {
      globalThis.fetch = fetched;
    }
  });

  test('of another version of the file are not run', async () => {
    const packed = await packEdits({ [file]: `${original}//` }, ours);
    const [, problem] = await unpackEdits(packed, () => Promise.resolve(`${original}\n// newer`));
    expect(problem?.message).toBe(
      `${start}expected edits of ${file} as it is here, found edits of another version of it; ask for the code itself.`,
    );
  });

  test.each([
    [
      'cut off',
      'AAAA',
      'expected a whole link, found one that is cut off or changed; copy the whole link and nothing else.',
    ],
    [
      'no list',
      { a: 1 },
      'expected edits of one to 10 files, found {"a":1}; ask for the link again, or start from the beginning.',
    ],
    [
      'no file',
      [],
      'expected edits of one to 10 files, found []; ask for the link again, or start from the beginning.',
    ],
    [
      'a path that leads elsewhere',
      [['../../secret.ts', 'ab', 1, 0, []]],
      'expected of each edited file its name, digest, place and lines, found ["../../secret.ts","ab",1,0,[]]; ask for the link again, or start from the beginning.',
    ],
    [
      'lines that are none',
      [[file, 'ab', 1, 0, 'x']],
      'expected of each edited file its name, digest, place and lines, found ["kubernetes/pkg/controller/replicaset/replica_set.ts","ab"…; ask for the link again, or start from the beginning.',
    ],
    [
      'far too much',
      [['a.ts', 'a'.repeat(300_000), 1, 0, []]],
      'expected edits of at most 200000 characters, found more; ask for the link again, or start from the beginning.',
    ],
  ])('that make no sense say so: %s', async (_name, value, message) => {
    const [, problem] = await unpackEdits(typeof value === 'string' ? value : await letters(value), ours);
    expect(problem?.message).toBe(start + message);
  });
});
