import type { Initializers } from '../../../demo/manager.ts';
import { mistakenCounters } from '../../../demo/mistakes.ts';
import { NodeCounter } from '../../../demo/node-counter.ts';
import { informerTables } from '../../control-loop/informer-tables.ts';
import { queueTables } from '../../control-loop/queue-tables.ts';
import { type DemoSettings, demoPrograms } from '../program.ts';
import type { Plane } from '../../../stage/program.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';

/** A controller-manager of a reader's own, whose controller has the shape that controllers have. */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes],
  kinds: [],
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    ...demoPrograms('node-counter', settings, (demo) => newControllerInitializers(settings.workers, demo)),
  ],
  observers: { ...informerTables, ...queueTables },
};

function newControllerInitializers(
  workers: number,
  { mistake = '' }: Pick<DemoSettings, 'mistake'>,
): Initializers {
  const Controller = mistakenCounters[mistake] ?? NodeCounter;
  return new Map([
    [
      'nodecounter',
      ({ sim, client, informers, print }) => {
        const { pods, nodes } = informers.core().v1();
        const controller = new Controller(sim, pods(), nodes(), client, print);
        return (stop) => controller.run(workers, stop);
      },
    ],
  ]);
}
