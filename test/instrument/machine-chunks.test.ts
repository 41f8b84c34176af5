import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machineChunks } from '../../src/instrument/machine-chunks.ts';

test('every chunk of the machine has a name that a file can have, and each set of planes its own', () => {
  const chunkOf = machineChunks();
  const names = new Set(
    globSync('src/runtime/**/*.ts').map((path) => chunkOf(`${process.cwd()}/${path}`) ?? ''),
  );
  expect([...names].filter((name) => name.length > 200)).toEqual([]);
  expect(names).toContain('recorder.worker-engine');
  expect([...names].filter((name) => name.startsWith('plane-')).length).toBeGreaterThan(10);
});
