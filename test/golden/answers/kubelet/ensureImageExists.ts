import type { Secret } from 'kubernetes-types/core/v1';
import type { ImageSpec } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newImageManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/images/image_manager.ts';
import { errRegistryUnavailable } from '../../../../src/runtime/kubernetes/pkg/kubelet/images/types.ts';
import { newBackOff } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../kubelet/runtime-manager.ts';

interface Op {
  readonly AdvanceS: number;
  readonly UID: string;
  readonly Image: string;
  readonly Policy: string;
  readonly Present: boolean;
  readonly RefErr?: string;
  readonly PullErr?: string;
}

/** Images that are to be there, one after the other. */
export function answer(question: unknown): unknown {
  const { Serialized, Ops } = question as { readonly Serialized: boolean; readonly Ops: readonly Op[] };
  const sim = new Sim({ epoch });
  let calls: string[] = [];
  let events: string[] = [];
  let op: Op | undefined;
  const service = {
    *getImageRef({ image }: ImageSpec): Generator<never, [string, undefined] | [undefined, Error]> {
      calls.push(`GetImageRef ${image}`);
      if (op?.RefErr) return [undefined, new Error(op.RefErr)];
      return [op?.Present ? `ref:${image}` : '', undefined];
    },
    *pullImage(
      { image }: ImageSpec,
      _secrets: readonly Secret[],
    ): Generator<never, [string, undefined] | [undefined, Error]> {
      calls.push(`PullImage ${image}`);
      if (op?.PullErr === 'registry') return [undefined, errRegistryUnavailable];
      if (op?.PullErr) return [undefined, new Error(op.PullErr)];
      return [`ref:${image}`, undefined];
    },
  };
  const recorder = recorderOf(({ fieldPath }, type, reason, message) => {
    const told = message.replace(/ in \d\S*s$/, ' in <took>');
    events.push(`${fieldPath} ${type} ${reason}: ${told}`);
  });
  const backOff = newBackOff(sim, 10_000, 300_000);
  const images = newImageManager(sim, recorder, service, backOff, Serialized, 0, 0, gatesWith());
  return Ops.map((asked) => {
    op = asked;
    calls = [];
    events = [];
    sim.runFor(op.AdvanceS * 1000);
    const container = { name: 'web', image: op.Image, imagePullPolicy: op.Policy };
    const metadata = { name: 'p', namespace: 'ns', uid: op.UID, resourceVersion: '' };
    const pod = livePod({ metadata, spec: { containers: [container] } });
    const [imageRef, message, err] = run(sim, images.ensureImageExists(pod, container, [], undefined));
    return { calls, events, imageRef, message, ...(err ? { error: err.message } : {}) };
  });
}
