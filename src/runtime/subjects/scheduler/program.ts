import { toAggregate } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newForConfig } from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { newEventBroadcasterAdapter } from '../../kubernetes/staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import type { Result } from '../../go/result.ts';
import {
  type SchedulerOptions,
  newInformerFactory,
  newScheduler,
} from '../../kubernetes/pkg/scheduler/scheduler.ts';
import { decodeConfiguration } from '../../kubernetes/pkg/scheduler/apis/config/scheme/scheme.ts';
import { validateKubeSchedulerConfiguration } from '../../kubernetes/pkg/scheduler/apis/config/validation/validation.ts';
import type { Registry } from '../../kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { Chan } from '../../sim/chan.ts';
import { background } from '../../sim/context.ts';
import { httpOf } from '../../stage/program-http.ts';
import type { Program } from '../../stage/program.ts';
import { configOf } from '../api/config.ts';
import type { Settings } from '../../stage/settings.ts';
import { changeProfile } from './profile.ts';

/** Upstream's default for the scheduler: requests a second, and at once. */
const qps = 50;
const burst = 100;

/** What a configuration says that is no matter of the command. */
function optionsOf(document: Readonly<Record<string, unknown>>): Result<SchedulerOptions> {
  const [cfg, err] = decodeConfiguration(document);
  if (err) return [undefined, err];
  const wrong = toAggregate(validateKubeSchedulerConfiguration(cfg));
  if (wrong) return [undefined, wrong];
  const { profiles, extenders, percentageOfNodesToScore, podInitialBackoffSeconds, podMaxBackoffSeconds } =
    cfg;
  return [
    { profiles, extenders, percentageOfNodesToScore, podInitialBackoffSeconds, podMaxBackoffSeconds },
    undefined,
  ];
}

/**
 * The scheduler without a command line, an election and servers, with its defaults where no configuration is set. Its
 * profiles may name the plugins of the registry too.
 */
export const scheduler = (
  { schedulerConfig }: Pick<Settings, 'schedulerConfig'>,
  frameworkOutOfTreeRegistry?: Registry,
): Program => ({
  name: 'kube-scheduler',
  withProfile(change) {
    const [changed, err] = changeProfile(schedulerConfig, change);
    return err
      ? [undefined, err]
      : [scheduler({ schedulerConfig: changed }, frameworkOutOfTreeRegistry), undefined];
  },
  *main(host) {
    const { name, sim } = host;
    const [options, wrong] = schedulerConfig ? optionsOf(schedulerConfig) : [{}, undefined];
    if (wrong) return yield* host.exit(wrong.message);
    const config = configOf(host, qps, burst);
    const client = newForConfig(sim, config);
    const eventClient = newForConfig(sim, addUserAgent(config, 'events'));
    const stop = new Chan<never>('stop');
    const informers = newInformerFactory(sim, client, name, 0);
    const eventBroadcaster = yield* newEventBroadcasterAdapter(sim, eventClient, name);
    const recorderFactory = (scheduler: string) => eventBroadcaster.newRecorder(scheduler);
    const [sched, err] = newScheduler(sim, client, informers, recorderFactory, stop, {
      ...options,
      roundTripper: httpOf(host),
      frameworkOutOfTreeRegistry,
    });
    if (err) return yield* host.exit(err.message);
    eventBroadcaster.startRecordingToSink(stop);
    informers.start(stop);
    yield* informers.waitForCacheSync(stop);
    yield* sched.run(background);
  },
});
