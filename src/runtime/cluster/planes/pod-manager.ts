import type { Initializers } from '../../demo/manager.ts';
import { HastyPodController } from '../../demo/mistakes.ts';
import { PodController } from '../../demo/pod-controller.ts';
import { demoObservers } from '../../observe/demo.ts';
import { leases } from '../../kubernetes/pkg/registry/coordination/lease/strategy.ts';
import type { Kind } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { type DemoSettings, demoPrograms } from '../demo.ts';
import type { Plane } from '../program.ts';
import { kubelets, scheduler } from '../stand-ins/programs.ts';

/** A controller-manager of a reader's own, with one controller: it counts pods every ten seconds. */
export const plane: Plane = {
  kinds: [leases as unknown as Kind],
  observers: demoObservers,
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    ...demoPrograms('pod-manager', settings, newControllerInitializers),
  ],
};

/** Every controller of the manager with the name that it goes by. */
export function newControllerInitializers({ mistake }: Pick<DemoSettings, 'mistake'>): Initializers {
  return new Map([
    [
      'pod',
      ({ sim, client, informers, print }) => {
        const pods = informers.core().v1().pods();
        const Controller = mistake === 'no wait' ? HastyPodController : PodController;
        const controller = sim.observe(
          'own-controller',
          'controller',
          new Controller(sim, pods, client, 'demo', print),
        );
        return (stop) => controller.run(stop);
      },
    ],
  ]);
}
