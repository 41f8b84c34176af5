import fc from 'fast-check';
import { deepCopy } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { applyPatch } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.ts';
import { asks, requestOf } from '../../test/properties/api-asks.ts';
import { pollution } from '../../test/properties/hostile.ts';
import { wholeObjects } from '../../test/runtime/kubernetes/staging/src/k8s.io/apiserver/whole-objects.ts';
import type { Attack, Try } from '../attack.ts';

/** Patches of all types, with paths and names that every object has, applied to an object of each kind. */
export const attack: Attack = {
  kind: 'patches',
  *tries({ seed, most }) {
    const drawn = fc.record({ whole: fc.constantFrom(...wholeObjects), ask: asks });
    for (const { whole, ask } of fc.sample(drawn, { seed, numRuns: most })) {
      const object = deepCopy(whole.object) as unknown as KubeObject;
      const { body, patchType } = requestOf({ ...ask, verb: 'patch' }, whole, object);
      yield tried(object, body, patchType);
    }
  },
};

function tried(object: KubeObject, body: unknown, patchType: string | undefined): Try {
  const before = JSON.stringify(object);
  const wrongs: string[] = [];
  try {
    const [patched, err] = applyPatch(object, body, patchType);
    if ((patched === undefined) === (err === undefined)) wrongs.push('neither an object nor a refusal');
    if (patched && patched.kind !== object.kind) wrongs.push(`made it one of kind ${patched.kind}`);
  } catch (error) {
    wrongs.push(String(error));
  }
  if (JSON.stringify(object) !== before) wrongs.push('changed the object that it was applied to');
  wrongs.push(...pollution());
  const input = `${patchType ?? 'no type'} on ${object.kind}: ${shown(body)}`;
  return wrongs.length === 0 ? { input } : { input, broke: wrongs.join('; ') };
}

/** The patch in short; some go too deep to be printed. */
function shown(body: unknown): string {
  try {
    return String(JSON.stringify(body)).slice(0, 200);
  } catch {
    return 'a patch that goes too deep to be printed';
  }
}
