import { defineConfig, devices } from '@playwright/test';
import { reportFile } from './scripts/browser-report.ts';
import { launchOptions } from './scripts/chromium.ts';

const address = process.env.SITE_ADDRESS;
if (!address) throw new Error('Run `npm run test:e2e`: it serves the built site and sets SITE_ADDRESS.');

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  // A retry would hide what a reader meets.
  retries: 0,
  // Patience for a busy machine: what holds, holds at once.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // One more than cores: each waits now and then for frames, and for the network to be idle.
  workers: '150%',
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: reportFile }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    // A page is what the server sends; the tests of the worker let it in.
    serviceWorkers: 'block',
    launchOptions: launchOptions(),
  },
});
