import {
  DeletedFinalStateUnknown,
  type DeltaOfOne,
  type DeltaFIFO,
  type Deltas,
  newDeltaFIFOWithOptions,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { newStore } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';

interface Item {
  readonly Key: string;
  readonly V: string;
}

interface Op extends Partial<Item> {
  readonly Op: 'add' | 'update' | 'delete' | 'replace' | 'resync' | 'pop';
  readonly Items?: readonly Item[];
}

/** `Known`: the consumer keeps what it popped, and the queue may ask it. `Replaced`: EmitDeltaTypeReplaced. */
interface Args {
  readonly Known: boolean;
  readonly Replaced: boolean;
  readonly Ops: readonly Op[];
}

const keyOf = (obj: unknown): [string, undefined] => [(obj as Item).Key, undefined];

/** The call's result; undefined if it would wait. */
function now<T>(call: Blocking<T>): { readonly value: T } | undefined {
  const { done, value } = call.next();
  return done ? { value } : undefined;
}

/** After each operation whether the queue has synced; for a pop first its deltas, or only 'empty' if it waits. */
export function answer(args: unknown): unknown {
  const { Known, Replaced, Ops } = args as Args;
  const known = newStore<Item>((obj) =>
    obj instanceof DeletedFinalStateUnknown ? [obj.key, undefined] : keyOf(obj),
  );
  const fifo = newDeltaFIFOWithOptions<Item>({
    keyFunction: keyOf,
    knownObjects: Known ? known : undefined,
    emitDeltaTypeReplaced: Replaced,
  });
  const consume = function* (deltas: Deltas<Item>): Blocking<undefined> {
    for (const { type, object } of deltas) {
      if (type === 'Deleted') known.delete(object);
      else known.update(object as Item);
    }
    return undefined;
  };
  const out: unknown[] = [];
  for (const op of Ops) {
    if (op.Op === 'pop') {
      const popped = now(fifo.pop(consume));
      if (!popped) {
        out.push('empty');
        continue;
      }
      out.push(((popped.value[0] ?? []) as readonly DeltaOfOne<Item>[]).map(told));
    } else {
      now(write(fifo, op));
    }
    out.push(fifo.hasSynced());
  }
  return out;
}

function write(fifo: DeltaFIFO<Item>, op: Op): Blocking<Error | undefined> {
  const item: Item = { Key: op.Key ?? '', V: op.V ?? '' };
  switch (op.Op) {
    case 'add':
      return fifo.add(item);
    case 'update':
      return fifo.update(item);
    case 'delete':
      return fifo.delete(item);
    case 'replace':
      return fifo.replace(op.Items ?? [], '0');
    case 'resync':
      return fifo.resync();
    default:
      throw new Error(`expected add, update, delete, replace, resync or pop, found ${op.Op}`);
  }
}

/** What is known only as gone has no value if what was known before was itself only known as gone. */
function told({ type, object }: DeltaOfOne<Item>): Record<string, string> {
  if (!(object instanceof DeletedFinalStateUnknown)) return { key: object.Key, type, v: object.V };
  const { key, obj } = object;
  const gone = { key, type, unknown: 'true' };
  return obj === undefined || obj instanceof DeletedFinalStateUnknown ? gone : { ...gone, v: obj.V };
}
