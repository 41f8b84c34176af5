/** npm run sources:check: verifies every pin and every `Mirrors:` line in the tree of Kubernetes, and says what moved. */
import { globSync, readFileSync } from 'node:fs';
import upstream from '../src/runtime/upstream.json' with { type: 'json' };
import type { SourceFile } from '../src/problem.ts';
import { check } from '../src/sources/check.ts';
import { pins } from '../src/sources/pins.ts';
import { openTree, sourceTree } from '../src/sources/tree.ts';

const read = (pattern: string): SourceFile[] =>
  globSync(pattern)
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

try {
  const root = sourceTree();
  if (root === undefined) {
    throw new Error(
      `there is no tree of Kubernetes ${upstream.tag}. Bring one: npm run sources. Or set KUBERNETES_SRC to one.`,
    );
  }
  const { ok, says } = await check({
    tree: openTree(root),
    pins,
    mirrors: read('src/runtime/**/*.ts'),
    chapters: read('content/**/*.mdx'),
  });
  console.log(says);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`sources:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
