import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { textOf } from '../../src/components/code/edited-code.ts';
import type { CodeFile } from '../../src/components/code/source.ts';
import { packEdits } from '../../src/components/scope/link/edited-link.ts';
import { encodeMoment } from '../../src/components/scope/link/share-link.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
const first = '    let diff = filteredPods.length - rs.spec.replicas;';

/** The fragment of a link to the beginning of a run in which a statement comes first in `manageReplicas`. */
export async function linkWith(
  statement: string,
  { scenario = 'controllers/replicaset', seed = 1, entry = 0 } = {},
): Promise<string> {
  // As the site shows it: the marks for Go beside it are left out there.
  const original = textOf(JSON.parse(readFileSync(`${dist}/code/${file}.json`, 'utf8')) as CodeFile);
  const edited = original.replace(first, `    ${statement}\n${first}`);
  if (edited === original) throw new Error(`${file}: expected "${first.trim()}", found none`);
  const packed = await packEdits({ [file]: edited }, () => Promise.resolve(original));
  return encodeMoment({ scenario, seed, acts: [], entry, packed });
}
