import { ChangesCache } from '../../demo/mistakes.ts';
import { PodsPerNode, newPodsPerNode } from '../../demo/pods-per-node.ts';
import { cacheTables, showCounts } from '../../observe/cache-tables.ts';
import { changeable } from '../../observe/changeable-cache.ts';
import { informerTables } from '../../observe/informer-tables.ts';
import type { ObserverOf } from '../../observe/observe.ts';
import { demoPrograms } from '../demo.ts';
import type { Plane } from '../program.ts';
import { kubelets, scheduler } from '../stand-ins/programs.ts';

const name = 'pods-per-node';

/** In this program alone, what a lister gives can be changed, as in Go. */
const fifo: ObserverOf = (trace, informer, queue, sim) => {
  const synced = informerTables.fifo!(trace, informer, queue, sim) as typeof queue;
  if (!informer.startsWith(`${name}/`)) return synced;
  return changeable(trace, informer, synced, () => showCounts(trace, name));
};

/** A controller of a reader's own that counts the pods of each node, with the tables of its caches. */
export const plane: Plane = {
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
