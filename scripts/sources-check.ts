/** npm run sources:check: verifies every pin and every `Mirrors:` line in the tree of Kubernetes, and says what moved. */
import { check } from '../src/sources/check.ts';
import { pins } from '../src/sources/pins.ts';
import { needTree, openTree } from '../src/sources/tree.ts';
import { readFiles } from './project.ts';

try {
  const { ok, says } = await check({
    tree: openTree(needTree()),
    pins,
    mirrors: readFiles('src/runtime/**/*.ts'),
    chapters: readFiles('content/**/*.mdx'),
  });
  console.log(says);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`sources:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
