import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { Result } from '../../go/result.ts';
import type { ActOf } from '../../stage/acts.ts';
import type { Stage } from '../../stage/stage.ts';
import type { NodeShape } from './stand-ins/kubelet-node.ts';

/** The kubelet of a pod reports it Failed. An error says why it cannot. */
export function fail({ namespace, name }: ActOf<'fail'>, stage: Stage): Error | undefined {
  const request = { verb: 'get', resource: 'pods', namespace, name, userAgent: 'kubectl' } as const;
  const [pod, error] = stage.part('api').server.do(request) as Result<Pod>;
  if (error) return error;
  const node = pod.spec?.nodeName;
  const kubelet = node === undefined ? undefined : stage.programs.get(`kubelet-stand-in/${node}`);
  if (!kubelet?.fail)
    return new Error(`pod ${namespace}/${name} is on no node yet, so nothing of it can fail`);
  return kubelet.fail(namespace, name);
}

declare module '../../stage/program.ts' {
  interface Program {
    /** Of a kubelet: reports a pod Failed; an error says why it cannot. */
    readonly fail?: (namespace: string, name: string) => Error | undefined;
    /** Of a kubelet: one more beside it, for a node that joins. */
    readonly another?: (node: string, shape?: NodeShape) => Program;
  }
}
