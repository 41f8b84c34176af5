/** npm run sources:check: verifies that every pin stands in the tree as it was pinned. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pins, referenceOf } from '../src/sources/pins.ts';
import { sourceTree } from '../src/sources/tree.ts';

const tree = sourceTree();
if (tree === undefined) {
  console.error('There is no tree of Kubernetes: set KUBERNETES_SRC to one of the pinned tag.');
  process.exit(1);
}
const changed = pins.filter(({ path, startLine, endLine, sha256 }) => {
  const lines = readFileSync(join(tree, path), 'utf8')
    .split('\n')
    .slice(startLine - 1, endLine);
  return (
    createHash('sha256')
      .update(`${lines.join('\n')}\n`)
      .digest('hex') !== sha256
  );
});
changed.forEach((pin) => console.log(`${pin.id ?? ''} ${referenceOf(pin)}`));
console.log(`${pins.length - changed.length} of ${pins.length} pins stand as pinned.`);
process.exitCode = changed.length > 0 ? 1 : 0;
