import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**'],
    // Two cores are what a contributor's machine and the workflow surely have.
    maxWorkers: 2,
    testTimeout: 30_000,
    // For each mutant Stryker runs the tests that reach it, of many files: what these share is loaded once.
    isolate: process.env.STRYKER_MUTATOR_WORKER === undefined,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
