import { defineConfig } from 'vitest/config';
import { messageShapes } from './src/gate/vite-plugin.ts';

export default defineConfig({
  plugins: [messageShapes()],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**'],
    // Two cores are what a contributor's machine and the workflow surely have.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
