import { newQueue } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';

interface Op {
  readonly Op: 'add' | 'get' | 'done' | 'shutdown';
  readonly Key?: string;
}

/** The length of a work queue after each operation, and before that what a `get` gave, or that it would block. */
export function answer(args: unknown): unknown {
  const { Ops } = args as { readonly Ops: readonly Op[] };
  const queue = newQueue(new Sim());
  const out: unknown[] = [];
  for (const { Op, Key = '' } of Ops) {
    if (Op === 'get') {
      const { done, value } = queue.get().next();
      if (!done) {
        out.push('would block');
        continue;
      }
      const [key, shutdown] = value;
      out.push({ key: key ?? null, shutdown });
    } else if (Op === 'add') {
      queue.add(Key);
    } else if (Op === 'done') {
      queue.done(Key);
    } else {
      queue.shutDown();
    }
    out.push(queue.len());
  }
  return out;
}
