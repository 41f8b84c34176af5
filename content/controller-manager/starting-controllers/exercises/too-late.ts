import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { mapEntries } from '../../../../src/runtime/sim/pmap.ts';

const wanted = 2;

const stepsOf = (recording: Recording, phase: string, name: string): EntryOf<'startup'>[] =>
  entriesOf(recording, 'startup').filter(({ event }) => event.phase === phase && event.name === name);

function noVerdict(recording: Recording): Problem | undefined {
  if (stepsOf(recording, 'started', 'replicaset').length > 0) return undefined;
  const [begun] = stepsOf(recording, 'starting', 'replicaset');
  const says = t`The start of \`replicaset\` never gives \`started\`.`;
  return { says, entry: begun?.index ?? 0 };
}

function loopHangs(recording: Recording): Problem | undefined {
  if (stepsOf(recording, 'informers', 'InformersStarted').length > 0) return undefined;
  const says = t`The loop does not come to its end, and \`InformersStarted\` is never closed. A start must not wait for its controller.`;
  return { says, entry: lastEntry(recording).index };
}

/** Asked for behind the loop, an informer is never started; asked for in a goroutine, it may be asked for behind the loop. */
function askedTooLate(recording: Recording): Problem | undefined {
  const [closed] = stepsOf(recording, 'informers', 'InformersStarted');
  const [begun] = stepsOf(recording, 'starting', 'replicaset');
  for (const informer of ['apps/v1 ReplicaSet', 'v1 Pod']) {
    const [asked] = stepsOf(recording, 'informer', informer);
    if (!asked) {
      const says = t`The controller never asks for an informer of \`${informer}\`.`;
      return { says, entry: lastEntry(recording).index };
    }
    const isLate = closed && asked.index > closed.index;
    if (!isLate && asked.process === begun?.process) continue;
    const says = isLate
      ? t`At ${timeOf(asked)} the controller asks for an informer of \`${informer}\`. The factory was started before that.`
      : t`At ${timeOf(asked)} the goroutine of the controller asks for an informer of \`${informer}\`. That it runs before the factory is started is luck.`;
    return { says, entry: asked.index };
  }
  return undefined;
}

/** True if the controller has a goroutine of its own. */
const runs = ({ processes }: Recording): boolean => processes.some(({ name }) => name === 'replicaset');

function wrongPods(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pods = mapEntries(last.world.store.objects).filter(([key]) => key.startsWith('pods/')).length;
  if (pods === wanted) return undefined;
  const says = t`A ReplicaSet asks for ${wanted} pods, and in the end there are ${pods}. ${runs(recording) ? t`Its controller runs, and does not hear of it.` : t`Its controller does not run: \`sim.go\` is for that.`}`;
  return { says, entry: last.index };
}

export const exercise: Exercise = {
  id: 'controller-manager/starting-controllers/too-late',
  kind: 'code',
  title: 'A controller that is made too late',
  task:
    'This start makes the controller within its goroutine. It says that it has started, and no ReplicaSet ever gets a pod. ' +
    'Find out why in the run, and let the start itself do what has to be done before the goroutine begins.',
  file: 'kubernetes/cmd/kube-controller-manager/app/apps.ts',
  symbol: 'startReplicaSetController',
  start: `export const startReplicaSetController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('apps/v1/replicasets'))) {
    return skipped;
  }
  const { sim } = ctx.os;
  const client = yield* ctx.clientBuilder.clientOrDie('replicaset-controller');
  const workers = ctx.componentConfig.replicaSetController.concurrentRSSyncs;
  function* make() {
    const controller = newReplicaSetController(
      sim,
      ctx.informerFactory.apps().v1().replicaSets(),
      ctx.informerFactory.core().v1().pods(),
      client,
      burstReplicas,
      newControllerExpectations(sim),
    );
    yield* controller.run(workers, ctx.stop);
  }
  sim.go('replicaset', make());
  return started;
};`,
  scenario: 'controller-manager/starting-controllers#one',
  seeds: [3, 7, 21, 59, 404],
  checks: [
    { name: 'The start says that it has started', problem: noVerdict },
    { name: 'The loop comes to its end', problem: loopHangs },
    { name: 'The start itself asks for informers, before the factory is started', problem: askedTooLate },
    { name: 'A ReplicaSet gets its pods', problem: wrongPods },
  ],
  hints: [
    'Look at the table of informers at the end of the run. In which state are those of this controller, and in which should they be?',
    'A goroutine begins when the one that runs has to wait. In this loop none waits. So the goroutine begins after the loop, when the factory has been started.',
    'The constructor asks for the informers. Call it in the start itself, and give `sim.go` no more than `controller.run(workers, ctx.stop)`.',
  ],
  why:
    'To ask for an informer and to run a controller are two things, and only the second may wait. The factory is started once, after the loop, ' +
    'and knows what was asked for until then. In Go it would be a matter of luck: the goroutine may begin before the loop ends, or after.',
  next: 'Put back the start of this exercise, and run the garbage collector too, with `--controllers=replicaset,garbagecollector`. Why does it work then?',
};
