import type { Act } from '../../../src/runtime/stage/acts.ts';
import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const reporter = 'reporter';
const server = 'kube-apiserver';
const second = 1000;

/** Asks the reporter for an event, or for many. */
const tell = (query: string): Act => ({ kind: 'request', program: reporter, path: `/event?${query}` });
const describe = (name: string): Act => ({
  kind: 'start',
  program: 'kubectl',
  args: ['describe', 'pod', name],
});
const apply = (name: string): Act => ({ kind: 'apply', object: pod(name, { app: 'web' }) });

const common = {
  seed: 3,
  plane: 'control-loop/events',
  view: 'control-loop/events',
  offers: ['request', 'crash', 'start', 'start-with', 'pause'],
  shows: ['demo/reporter.ts', 'kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts'],
} as const;

/** One event, the same again, one by hand, ten that are alike; then its pod is made again. */
const told: Scenario = {
  ...common,
  id: 'machinery/events',
  title: 'What a program reports',
  summary:
    'A program records Events about a pod: three times the same, once with a reference made by hand, and twelve in other words. Then the pod is made again.',
  settings: { idle: ['kubectl'] },
  endsAtMs: 75 * second,
  *story(user) {
    user.act(apply('web-1'));
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=2+pods'));
    yield* user.sleep(2 * second);
    user.act(describe('web-1'));
    yield* user.sleep(8 * second);
    user.act(tell('pod=web-1&message=2+pods&times=2&every=10000'));
    yield* user.sleep(15 * second);
    user.act(tell('pod=web-1&message=2+pods&by=hand'));
    yield* user.sleep(4 * second);
    user.act(describe('web-1'));
    yield* user.sleep(5 * second);
    user.act(tell('pod=web-1&message=attempt+#&times=12&every=1000'));
    yield* user.sleep(20 * second);
    user.act({
      kind: 'delete',
      resource: 'pods',
      namespace: 'default',
      name: 'web-1',
      gracePeriodSeconds: 0,
    });
    user.act(apply('web-1'));
    yield* user.sleep(5 * second);
    user.act(describe('web-1'));
    yield* user.sleep(second);
  },
};

/** The same beginning, and no sink. */
const silent: Scenario = {
  ...told,
  id: 'machinery/events#no-sink',
  title: 'A log, and no sink',
  summary:
    'The same program, started with --sink=false. Its log has everything, and the API server knows nothing.',
  settings: { idle: ['kubectl'], args: { [reporter]: ['--sink=false'] } },
  endsAtMs: 5 * second,
  *story(user) {
    user.act(apply('web-1'));
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=2+pods'));
    yield* user.sleep(2 * second);
    user.act(describe('web-1'));
    yield* user.sleep(second);
  },
};

/** An event every ten seconds, of two pods, and a warning in the end. */
const chatter: Scenario = {
  ...told,
  id: 'machinery/events#every-ten-seconds',
  title: 'Every ten seconds',
  summary:
    'An event about a pod every ten seconds, for nearly ten minutes. After four minutes most are left out, and so is a warning.',
  endsAtMs: 600 * second,
  *story(user) {
    user.act(apply('web-1'));
    user.act(apply('web-2'));
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=2+pods&times=56&every=10000'));
    yield* user.sleep(400 * second);
    user.act(tell('pod=web-1&type=Warning&reason=Failing&message=disk+full'));
    user.act(tell('pod=web-2&message=2+pods'));
    yield* user.sleep(180 * second);
  },
};

/** The API server is away for two minutes; then an event is refused. */
const away: Scenario = {
  ...told,
  id: 'machinery/events#server-away',
  title: 'No answer',
  summary:
    'The API server is away for two and a half minutes. One event is tried twelve times and given up, the next has to wait for it. Another is refused.',
  endsAtMs: 175 * second,
  *story(user) {
    user.act(apply('web-1'));
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=before'));
    yield* user.sleep(second);
    user.act({ kind: 'crash', program: server });
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=first+while+away'));
    yield* user.sleep(2 * second);
    user.act(tell('pod=web-1&message=second+while+away'));
    yield* user.sleep(145 * second);
    user.act({ kind: 'start', program: server });
    yield* user.sleep(10 * second);
    user.act(tell('pod=nowhere/web-9&message=who+knows'));
    yield* user.sleep(5 * second);
  },
};

/** More events than the queues hold, while the sink is held up. */
const flood: Scenario = {
  ...told,
  id: 'machinery/events#flood',
  title: 'More than the queues hold',
  summary:
    'While the API server is away, 1,040 events are recorded at once. 25 and 1,000 find room in the queues. The log is switched off.',
  settings: { idle: ['kubectl'], args: { [reporter]: ['--log=false'] } },
  endsAtMs: 130 * second,
  *story(user) {
    user.act(apply('web-1'));
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=before'));
    yield* user.sleep(second);
    user.act({ kind: 'crash', program: server });
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=number+#&times=1040'));
    yield* user.sleep(120 * second);
  },
};

/** Each kind of answer that a sink can get: none, a refusal, an event that is gone. */
const answers: Scenario = {
  ...told,
  id: 'machinery/events#answers',
  title: 'Four kinds of answer',
  summary:
    'An Event is recorded three times, deleted, and recorded again. The API server is away for twelve seconds. One Event is refused, and one comes after all.',
  order: 'seeded',
  endsAtMs: 45 * second,
  *story(user) {
    user.act(apply('web-1'));
    user.act(apply('web-2'));
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=three+times&times=3&every=1000'));
    yield* user.sleep(4 * second);
    const [stored] = user.list('events', 'default');
    user.act({ kind: 'delete', resource: 'events', namespace: 'default', name: stored?.metadata.name ?? '' });
    yield* user.sleep(second);
    user.act(tell('pod=web-1&message=three+times'));
    yield* user.sleep(2 * second);
    user.act({ kind: 'crash', program: server });
    yield* user.sleep(second);
    user.act(tell('pod=web-2&message=while+away'));
    yield* user.sleep(11 * second);
    user.act({ kind: 'start', program: server });
    yield* user.sleep(15 * second);
    user.act(tell('pod=nowhere/web-9&message=who+knows'));
    yield* user.sleep(2 * second);
    user.act(tell('pod=web-2&message=after+all'));
    yield* user.sleep(5 * second);
  },
};

export const scenarios: readonly Scenario[] = [told, silent, chatter, away, flood, answers];
