/**
 * npm run sources:lens -- PIN TAG PATH SYMBOL: says what stands at TAG, a later release, in place of a pin, or corrects what was said.
 * KUBERNETES_SRC_RECENT is a tree of Kubernetes at that tag.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatLenses, lenses } from '../src/sources/lenses.ts';
import { withPin } from '../src/sources/pin.ts';
import { pinOf, referenceOf } from '../src/sources/pins.ts';
import { openTree, recentTree } from '../src/sources/tree.ts';
import { root } from './project.ts';

try {
  const [reference, tag, path, symbol, ...more] = process.argv.slice(2);
  if (symbol === undefined || path === undefined || tag === undefined || more.length > 0) {
    const usage = 'npm run sources:lens -- PIN TAG PATH SYMBOL';
    throw new Error(
      `expected a pin, a tag, a path and a symbol, found ${process.argv.length - 2} words\n  ${usage}`,
    );
  }
  const [pin, unknown] = pinOf(reference ?? '');
  if (unknown) throw unknown;
  const recent = recentTree();
  if (recent === undefined) throw new Error(`set KUBERNETES_SRC_RECENT to a tree of Kubernetes ${tag}.`);
  const [made, error] = await withPin({ path, symbol }, [], openTree(recent));
  if (error) throw error;
  const of = referenceOf(pin);
  const [{ startLine, endLine, sha256 }] = made.pins as [(typeof made.pins)[number]];
  const lens = { of, tag, path, symbol, startLine, endLine, sha256 };
  writeFileSync(
    join(root, 'src/sources/lenses.json'),
    formatLenses([...lenses.filter((each) => each.of !== of), lens]),
  );
  console.log(`${of} is ${path}#${symbol} at ${tag}, lines ${startLine} to ${endLine}.`);
} catch (error) {
  console.error(`sources:lens: ${(error as Error).message}`);
  process.exitCode = 1;
}
