import { newForConfig } from '../client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../client-go/rest/config.ts';
import { newEventBroadcasterAdapter } from '../client-go/tools/events/event_broadcaster_adapter.ts';
import { newInformerFactory, newScheduler } from '../scheduler/scheduler_new.ts';
import { Chan } from '../sim/chan.ts';
import { background } from '../sim/context.ts';
import { type Program, configOf } from './program.ts';

/** Upstream's default for the scheduler: requests a second, and at once. */
const qps = 50;
const burst = 100;

/** The scheduler with its defaults: without a command line, an election and servers. */
export const scheduler: Program = {
  name: 'kube-scheduler',
  *main(host) {
    const { name, sim } = host;
    const config = configOf(host, qps, burst);
    const client = newForConfig(sim, config);
    const eventClient = newForConfig(sim, addUserAgent(config, 'events'));
    const stop = new Chan<never>('stop');
    const informers = newInformerFactory(sim, client, name, 0);
    const eventBroadcaster = yield* newEventBroadcasterAdapter(sim, eventClient, name);
    const recorderFactory = (scheduler: string) => eventBroadcaster.newRecorder(scheduler);
    const [sched, err] = newScheduler(sim, client, informers, recorderFactory, stop);
    if (err) return yield* host.exit(err.message);
    eventBroadcaster.startRecordingToSink(stop);
    informers.start(stop);
    yield* informers.waitForCacheSync(stop);
    yield* sched.run(background);
  },
};
