import { newImageManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/images/image_manager.ts';
import { newBackOff } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, gatesWith, livePod, recorderOf } from '../../kubelet/runtime-manager.ts';

interface Question {
  readonly Serialized: boolean;
  readonly N: number;
  readonly QPS?: number;
  readonly Burst?: number;
}

/** How many images are brought at the same time; with a limit, how each went. */
export function answer(question: unknown): unknown {
  const { Serialized, N, QPS = 0, Burst = 0 } = question as Question;
  const sim = new Sim({ epoch });
  let [inFlight, maxInFlight] = [0, 0];
  const results: string[] = [];
  const service = {
    *getImageRef(): Generator<never, [string, undefined]> {
      return ['', undefined];
    },
    *pullImage() {
      inFlight++;
      maxInFlight = Math.max(maxInFlight, inFlight);
      yield* sim.sleep(1000);
      inFlight--;
      return ['ref', undefined] as [string, undefined];
    },
  };
  const recorder = recorderOf(() => undefined);
  const backOff = newBackOff(sim, 10_000, 300_000);
  const images = newImageManager(sim, recorder, service, backOff, Serialized, QPS, Burst, gatesWith());
  for (let i = 0; i < N; i++) {
    const container = { name: 'web', image: `image-${i}`, imagePullPolicy: 'Always' };
    const pod = livePod({ spec: { containers: [container] } });
    const pull = function* () {
      const [, msg, err] = yield* images.ensureImageExists(pod, container, [], undefined);
      results[i] = err ? `${err.message}: ${msg}` : '';
    };
    sim.go(`pull ${i}`, pull());
  }
  sim.runFor(N * 2000);
  return QPS === 0 ? { maxInFlight } : { results };
}
