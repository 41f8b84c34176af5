/**
 * Puts the questions of recorded answers to our functions: `npm run golden -- FILE...`.
 * Prints each case that differs, and closes with `N passed, N failed`. Ends with 1 if any failed.
 */
import { readFileSync } from 'node:fs';
import { check } from '../test/golden/check.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    'usage: npm run golden -- FILE...   (lines of {fn, in, out}, {fn, args, out}, either with error in place of out, or decisions of the scheduler)',
  );
  process.exit(2);
}

let passed = 0;
let failed = 0;
for (const file of files) {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    console.error(`${file}: cannot be read: ${(error as Error).message}`);
    failed++;
    continue;
  }
  const checked = await check(text);
  passed += checked.passed;
  failed += checked.failures.length;
  for (const { line, fn, message } of checked.failures) {
    console.log(`${file}:${line} ${fn ? `${fn} ` : ''}${message}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
