/**
 * npm run sources:check: verifies every pin and every `Mirrors:` line in the tree of Kubernetes, and says what moved; and finds, for each
 * line of ours that readers see, the lines of Go beside it.
 * With KUBERNETES_SRC_RECENT it verifies the lenses too, and every `Mirrors v1.36.3:` line.
 */
import { show } from '../src/sources/problem.ts';
import { check } from '../src/sources/check.ts';
import { goProblems } from '../src/sources/go-problems.ts';
import { lensProblems, lenses, recentMirrorProblems } from '../src/sources/lenses.ts';
import { mirrorsOf } from '../src/sources/mirrors.ts';
import { pins } from '../src/sources/pins.ts';
import { needTree, openTree, recentTree } from '../src/sources/tree.ts';
import { readFiles } from './project.ts';
import { shownCode } from './shown-code.ts';

try {
  const tree = openTree(needTree());
  const runtime = readFiles('src/runtime/**/*.ts');
  const { ok, says } = await check({
    tree,
    pins,
    mirrors: runtime,
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
  const { mirrors } = mirrorsOf(runtime);
  const strayed =
    recent === undefined ? [] : recentMirrorProblems(mirrors, lenses[0]?.tag ?? '', openTree(recent));
  if (recent !== undefined)
    console.log(show(strayed) || 'Every Mirrors line of the release of the lenses leads to a declaration.');
  process.exitCode = ok && lost.length + changed.length + strayed.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`sources:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
