import {
  getObjectTTLFromNodeFunc,
  newCacheBasedManager,
  newObjectStore,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/util/manager/cache_based_manager.ts';
import type {
  Node,
  Secret,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { ended } from '../../kubelet/ended.ts';
import {
  type ManagerOp,
  namespace,
  notFound,
  readOf,
  refsOf,
  register,
  serve,
} from '../../kubelet/object-manager.ts';

interface Question {
  readonly DefaultTTLS: number;
  readonly Ops: readonly ManagerOp[];
}

/** Which secrets are asked for, and which are kept. */
export function answer(question: unknown): unknown {
  const { DefaultTTLS, Ops } = question as Question;
  const sim = new Sim();
  const server = new Map<string, Secret>();
  let [requests, error, ttl]: [string[], string | undefined, string] = [[], undefined, ''];
  const store = newObjectStore<Secret>(
    sim,
    function* (_, name, { resourceVersion = '' }) {
      requests.push(`get ${namespace}/${name} resourceVersion="${resourceVersion}"`);
      if (error !== undefined) return [undefined, new Error(error)];
      const secret = server.get(name);
      return secret ? [secret, undefined] : [undefined, notFound(name)];
    },
    getObjectTTLFromNodeFunc(() => {
      const annotations = ttl === '' ? {} : { 'node.alpha.kubernetes.io/ttl': ttl };
      return [{ metadata: { name: 'n', annotations } } as unknown as Node, undefined];
    }),
    DefaultTTLS * 1000,
  );
  const manager = newCacheBasedManager(store, refsOf);
  const refCounts = (): object =>
    Object.fromEntries([...store.refCounts].map(([key, count]) => [key.replace(`${namespace}/`, ''), count]));
  return Ops.map((op) => {
    sim.runFor((op.AdvanceS ?? 0) * 1000);
    [requests, error] = [[], op.Error];
    serve(server, op);
    register(manager, op);
    if (op.Op === 'ttl') ttl = op.TTL ?? '';
    const read = op.Op === 'get' ? readOf(ended(manager.getObject(namespace, op.Name ?? ''))) : {};
    return { ...read, refCounts: refCounts(), requests };
  });
}
