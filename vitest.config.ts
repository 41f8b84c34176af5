import { defineConfig } from 'vitest/config';
import { messageShapes } from './src/gate/vite-plugin.ts';

/** Modules of the runtime keep nothing from one run to the next: their tests share what they load. */
const sharing = ['runtime', 'golden', 'scenarios', 'properties', 'exercises'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  plugins: [messageShapes()],
  test: {
    // A contributor's machine and the workflow have two cores at least.
    maxWorkers: 2,
    testTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [
            'test/**/*.test.ts',
            'test/**/*.test.tsx',
            ...['test/e2e/**', ...sharing].map((each) => `!${each}`),
          ],
          // For each mutant Stryker runs the tests that reach it, of many files: what these share is loaded once.
          isolate: process.env.STRYKER_MUTATOR_WORKER === undefined,
        },
      },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
