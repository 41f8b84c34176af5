import { Manager } from '../../../../src/runtime/kubernetes/pkg/kubelet/token/token_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { ended } from '../../kubelet/ended.ts';

interface Question {
  readonly Ops: readonly {
    readonly AdvanceS: number;
    readonly Op: 'get' | 'delete' | 'cleanup';
    readonly Namespace?: string;
    readonly Name?: string;
    readonly Audiences?: readonly string[];
    readonly ExpS?: number;
    readonly PodUID?: string;
    readonly Fail?: boolean;
  }[];
}

/** Which tokens are asked for, and which are kept. */
export function answer(question: unknown): unknown {
  const { Ops } = question as Question;
  const sim = new Sim();
  let requests: string[] = [];
  let [count, fail] = [0, false];
  const manager = new Manager(sim, function* (name, namespace, spec) {
    requests.push(`${namespace}/${name}`);
    if (fail) return [undefined, new Error('no token today')];
    const expiresMs = sim.now + (spec.expirationSeconds ?? 3600) * 1000;
    const status = { token: `token-${++count}`, expirationTimestamp: sim.timestamp(expiresMs) };
    const meta = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: {} };
    return [{ ...meta, spec, status }, undefined];
  });
  return Ops.map((op) => {
    sim.runFor(op.AdvanceS * 1000);
    [requests, fail] = [[], op.Fail ?? false];
    if (op.Op === 'delete') manager.deleteServiceAccountToken(op.PodUID ?? '');
    else if (op.Op === 'cleanup') manager.cleanup();
    if (op.Op !== 'get') return { cached: manager.cached, requests };
    const [token, err] = ended(
      manager.getServiceAccountToken(op.Namespace ?? '', op.Name ?? '', {
        audiences: op.Audiences,
        expirationSeconds: op.ExpS,
        boundObjectRef: { kind: 'Pod', name: 'p', uid: op.PodUID },
      }),
    );
    return { cached: manager.cached, error: err?.message, requests, token: token?.status?.token };
  });
}
