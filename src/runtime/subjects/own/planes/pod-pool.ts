import { newSharedInformerFactory } from '../../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { podPools } from '../../../demo/pool/definition.ts';
import { PoolController } from '../../../demo/pool/pool-controller.ts';
import { own } from '../subject.ts';
import { Chan } from '../../../sim/chan.ts';
import { startCollectors } from '../../collector/start-collectors.ts';
import { demoPrograms } from '../program.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import type { Settings } from '../../../stage/settings.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import type { Loop } from '../../control-loop/loop.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';

/** As the machine draws it. */
const loop: Loop = {
  program: 'pool-manager',
  queue: 'podpool',
  resource: podPools.resource.resource,
  kind: 'PodPool',
  wants: 'size',
  informers: ['podpools', 'pods'],
};

/** A kind of a reader's own, its controller, and the garbage collector as upstream has it. */
export const plane: Plane = {
  draws: { loop },
  subjects: [api, controlLoop, nodes, own],
  kinds: [podPools],
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    collector(settings),
    ...demoPrograms(
      'pool-manager',
      settings,
      () =>
        new Map([
          [
            'podpool',
            (ctx) => {
              const controller = new PoolController(ctx);
              return (stop) => controller.run(settings.workers, stop);
            },
          ],
        ]),
    ),
  ],
};

/** It finds the kind by discovery, and so collects what its objects own without knowing of it. */
function collector({ qps, burst }: Settings): Program {
  return {
    name: 'kube-controller-manager',
    *main(host) {
      const { name, sim } = host;
      const config = configOf(host, qps, burst);
      const stop = new Chan<never>('stop');
      const informers = newSharedInformerFactory(sim, newForConfig(sim, config), { program: name });
      const informersStarted = yield* startCollectors(sim, name, config, informers, stop);
      informers.start(stop);
      informersStarted.close();
      yield* stop.receive();
    },
  };
}
