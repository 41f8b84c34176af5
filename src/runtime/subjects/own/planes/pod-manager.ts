import type { Initializers } from '../../../demo/manager.ts';
import { HastyPodController } from '../../../demo/mistakes.ts';
import { PodController } from '../../../demo/pod-controller.ts';
import { own } from '../subject.ts';
import { leases } from '../../../kubernetes/pkg/registry/coordination/lease/strategy.ts';
import { type DemoSettings, demoPrograms } from '../program.ts';
import type { Plane } from '../../../stage/program.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';

/** A controller-manager of a reader's own, with one controller: it counts pods every ten seconds. */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes, own],
  kinds: [leases],
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
