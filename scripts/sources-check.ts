/**
 * npm run sources:check: verifies every pin and every `Mirrors:` line in the tree of Kubernetes, and says what moved; and finds, for each
 * line of ours that readers see, the lines of Go beside it.
 * With KUBERNETES_SRC_RECENT it verifies the lenses too.
 */
import { show } from '../src/problem.ts';
import { check } from '../src/sources/check.ts';
import { goProblems } from '../src/sources/go-problems.ts';
import { lensProblems, lenses } from '../src/sources/lenses.ts';
import { pins } from '../src/sources/pins.ts';
import { needTree, openTree, recentTree } from '../src/sources/tree.ts';
import { readFiles } from './project.ts';
import { shownCode } from './shown-code.ts';

try {
  const tree = openTree(needTree());
  const { ok, says } = await check({
    tree,
    pins,
    mirrors: readFiles('src/runtime/**/*.ts'),
    chapters: readFiles('content/**/*.mdx'),
  });
  console.log(says);
  const lost = (await shownCode()).flatMap(({ file, declared, shown }) =>
    goProblems(file, declared, shown, tree.read),
  );
  console.log(show(lost) || 'Every statement that readers see stands beside its Go.');
  const recent = recentTree();
  const changed = recent === undefined ? [] : await lensProblems(lenses, openTree(recent));
  if (recent !== undefined) console.log(changed.join('\n') || `${lenses.length} lenses stand as pinned.`);
  process.exitCode = ok && lost.length + changed.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`sources:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
