import { newSharedInformerFactory } from '../../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { ResourceEventHandlerFuncs } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { formatDuration } from '../../../go/duration.ts';
import { informerTables } from '../informer-tables.ts';
import { startup } from '../../../stage/startup.ts';
import { Chan } from '../../../sim/chan.ts';
import type { Blocking } from '../../../sim/process.ts';
import { startCollectors } from '../../collector/start-collectors.ts';
import type { Host } from '../../../stage/host.ts';
import type { Plane } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import type { Settings } from '../../../stage/settings.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../subject.ts';
import { nodes } from '../../nodes/subject.ts';

/**
 * A program that does nothing with what it hears: it shows in which order informers are asked for, started, waited for and
 * joined. Beside its own it has the garbage collector, which comes late, and the namespace controller.
 */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes],
  kinds: [],
  programsOf: (settings) => [{ name: 'watcher', main: (host) => listen(host, settings) }],
  observers: informerTables,
};

/** How long the slow handler takes for each thing that it is told. */
const slowMs = 2000;

function* listen(host: Host, { minResyncMs }: Settings): Blocking<void> {
  const { name, sim } = host;
  const tell = (about: string, text: string, ...values: readonly string[]): void =>
    startup(sim, 'informers', about, text, ...values);
  const config = configOf(host, 20, 30);
  const client = newForConfig(sim, addUserAgent(config, 'shared-informers'));
  const stop = new Chan<never>('stop');

  const defaultResyncMs = Math.round(minResyncMs * (1 + sim.random.float()));
  const informers = newSharedInformerFactory(sim, client, { program: name, defaultResyncMs });
  tell('factory', 'makes a factory whose informers resync every {0}', formatDuration(defaultResyncMs));

  const { pods, nodes } = informers.core().v1();
  tell('accessors', 'goes from the factory to the group core and its version v1, and asks for nothing yet');
  pods().lister();
  tell('lister', 'asks for a lister of {0}', 'pods');
  pods().informer().addEventHandlerWithResyncPeriod(new ResourceEventHandlerFuncs({}), 0);
  tell('quick', 'adds a quick handler to the informer of pods, which wants no resync');
  const slow = { onAdd() {}, onUpdate() {}, onDelete() {}, busy: () => sim.sleep(slowMs) };
  pods().informer().addEventHandler(slow);
  tell('slow', 'adds a slow handler to the same informer');

  informers.start(stop);
  tell('start', 'starts the informers that were asked for');
  nodes().informer();
  tell('late', 'asks for an informer of {0}', 'nodes');
  const synced = yield* informers.waitForCacheSync(stop);
  tell('synced', 'has waited for what was started: {0}', [...synced.keys()].join(', '));

  const informersStarted = yield* startCollectors(sim, name, config, informers, stop);
  tell('collector', 'starts the garbage collector, which waits at a gate');
  yield* sim.sleep(1000);
  informers.start(stop);
  tell('again', 'starts the informers that were asked for');
  yield* sim.sleep(1000);
  informersStarted.close();
  tell('gate', 'closes InformersStarted');

  yield* sim.sleep(4000);
  pods().informer().addEventHandler(new ResourceEventHandlerFuncs({}));
  tell('joins', 'adds a handler to an informer that runs');
  yield* stop.receive();
}
