import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const program = 'kube-controller-manager';

/** The steps of a start of that phase, and of that name if one is given. */
const steps = (recording: Recording, phase: string, name?: string) =>
  entriesOf(recording, 'startup').filter(
    ({ event }) => event.phase === phase && (name === undefined || event.name === name),
  );

function ended(recording: Recording): Problem | undefined {
  const exit = entriesOf(recording, 'program.exit').find(({ event }) => event.program === program);
  if (!exit) return undefined;
  const panic = entriesOf(recording, 'program.output').findLast(({ event }) =>
    event.text.startsWith('panic: '),
  );
  const why = panic?.event.text.trim() ?? exit.event.why;
  const says = why.includes('unreachable')
    ? t`At ${timeOf(exit)} the program ends: without an election it ends where this function comes back. The function has to wait without end.`
    : t`At ${timeOf(exit)} the program ends: ${why}. A channel is closed once, and no more.`;
  return { says, entry: exit.index };
}

function neverStarted(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const { rows = [] } = mapGet(last.world.tables, `${program}/informers`) ?? {};
  const waiting = rows.find(({ cells: [state] }) => state === 'asked for');
  if (!waiting) return undefined;
  const asked = steps(recording, 'informer', waiting.name)[0] ?? last;
  const says = t`At ${timeOf(asked)} a controller asks for an informer of \`${waiting.name}\`, and no factory is started after that. \`start\` starts only what was asked for until then.`;
  return { says, entry: asked.index };
}

function noMetadata(recording: Recording): Problem | undefined {
  const begun = steps(recording, 'starting').at(-1);
  const started = steps(recording, 'factory', `${program} metadata`).at(-1);
  if (begun && started && started.index > begun.index) return undefined;
  const says = t`After the controllers were started, \`objectOrMetadataInformerFactory\` is not. A controller may have asked it for informers.`;
  return { says, entry: (begun ?? lastEntry(recording)).index };
}

function saidTooEarly(recording: Recording): Problem | undefined {
  const closed = steps(recording, 'informers')[0];
  if (!closed) {
    const says = t`\`informersStarted\` is never closed. Controllers such as the garbage collector wait for that.`;
    return { says, entry: lastEntry(recording).index };
  }
  const later = ['starting', 'factory']
    .flatMap((phase) => steps(recording, phase))
    .find(({ index }) => index > closed.index);
  if (!later) return undefined;
  const says = t`At ${timeOf(closed)} \`informersStarted\` is closed. Only after that are informers started, or the controllers that ask for them.`;
  return { says, entry: closed.index };
}

function noPods(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = podsIn(last.world).length;
  if (pods === 2 || ended(recording)) return undefined;
  const act = entriesOf(recording, 'act').at(-1) ?? last;
  const says = t`A ReplicaSet asks for two pods, and in the end there are ${pods}. The log has no error, and the health check passes.`;
  return { says, entry: act.index };
}

export const exercise: Exercise = {
  id: 'controller-manager/run/in-order',
  kind: 'code',
  title: 'A start without an error',
  task:
    'In this controller-manager the factories are started as soon as there are any. It leads, it says that it started its controllers, it is healthy, ' +
    'and it does nothing. Find out why, and put these lines in order. Close `informersStarted` when all informers are started: controllers wait for that.',
  file: 'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  symbol: 'runControllers',
  start: `function* runControllers(
  c: CompletedConfig,
  unsecuredMux: PathRecorderMux | undefined,
  ctx: Context,
): Blocking<void> {
  const { os, kubeconfig } = c.config;
  const rootClientBuilder = os.sim.observe(
    'client-builder',
    'root',
    new SimpleControllerClientBuilder(os, kubeconfig),
  );
  const clientBuilder = yield* clientBuilderOf(c, rootClientBuilder);
  const [controllerContext, err] = yield* createControllerContext(
    c,
    rootClientBuilder,
    clientBuilder,
    ctx.done,
  );
  if (err) return yield* klog(os).fatal(\`error building controller context: \${err.message}\`);

  controllerContext.informerFactory.start(controllerContext.stop);
  controllerContext.objectOrMetadataInformerFactory.start(controllerContext.stop);
  controllerContext.informersStarted.close();

  const saTokenControllerInitFunc = serviceAccountTokenControllerStarter(rootClientBuilder);
  const controllers = newControllerInitializers(os, controllerContext.loopMode);
  const startErr = yield* startControllers(
    controllerContext,
    saTokenControllerInitFunc,
    controllers,
    unsecuredMux,
  );
  if (startErr) return yield* klog(os).fatal(\`error starting controllers: \${startErr.message}\`);

  yield* select(os.sim);
}`,
  scenario: 'controller-manager/run#in-order',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'The program runs to the end', problem: ended },
    { name: 'Every informer that is asked for is started', problem: neverStarted },
    { name: 'So are informers of metadata', problem: noMetadata },
    { name: '`informersStarted` is closed when they are started', problem: saidTooEarly },
    { name: 'There are two pods in the end', problem: noPods },
  ],
  hints: [
    'Look at the table of informers at the end. Two were asked for. What became of them?',
    'A controller asks for its informers when it is started, by `startControllers`. What does a factory start that was started before that?',
    'Starting a factory a second time starts what was asked for meanwhile. Here once is enough, at the right place.',
    '`informersStarted` is closed last, before the endless wait: what waits for it is a controller, or one of its informers.',
  ],
  why:
    'Start is no switch that is on or off. It goes over what was asked for until then, and starts what does not run yet. What is asked for later waits for the next call, ' +
    'and with these controllers there is none. Nothing fails: a controller whose cache is never filled waits for it, without end and without a word. ' +
    'That is why all such programs have these lines in the same order: make, ask, start, wait.',
  next:
    'The garbage collector starts the same factories each time it finds a new kind to watch. What would this mistake have looked like in a controller-manager ' +
    'that has it switched on, and when would you have found it?',
};
