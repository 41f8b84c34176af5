import { ChangesCache } from '../../../demo/mistakes.ts';
import { PodsPerNode, newPodsPerNode } from '../../../demo/pods-per-node.ts';
import { cacheTables, showCounts } from '../../control-loop/cache-tables.ts';
import { changeable } from '../../control-loop/changeable-cache.ts';
import { informerTables } from '../../control-loop/informer-tables.ts';
import type { ObserverOf } from '../../../stage/subject.ts';
import { demoPrograms } from '../program.ts';
import type { Plane } from '../../../stage/program.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';

const name = 'pods-per-node';

/** In this program alone, what a lister gives can be changed, as in Go. */
const fifo: ObserverOf<'fifo'> = (trace, informer, queue, sim) => {
  const synced = informerTables.fifo!(trace, informer, queue, sim);
  if (!informer.startsWith(`${name}/`)) return synced;
  return changeable(trace, informer, synced, () => showCounts(trace, name));
};

/** A controller of a reader's own that counts the pods of each node, with the tables of its caches. */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes],
  kinds: [],
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    ...demoPrograms(
      name,
      settings,
      ({ mistake }) =>
        new Map([
          [
            'nodecounter',
            (ctx) => {
              const controller = newPodsPerNode(
                ctx,
                mistake === 'change the cache' ? ChangesCache : PodsPerNode,
              );
              return (stop) => controller.run(settings.workers, stop);
            },
          ],
        ]),
    ),
  ],
  observers: { ...cacheTables, fifo },
};
