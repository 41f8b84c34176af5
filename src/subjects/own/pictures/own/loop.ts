import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import { splitName } from '../../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../../runtime/sim/pmap.ts';
import type { World } from '../../../../runtime/stage/world.ts';
import type { Loop } from '../../../../runtime/subjects/control-loop/loop.ts';

/** What a reader's own programs have, the same for all frames of a run. */
interface OwnPrograms {
  readonly programs: readonly string[];
  /** The resources of their informers. */
  readonly informers: readonly string[];
  /** The work queue from which their workers take; blank where they have none. */
  readonly queue: string;
}

const isStandIn = (program: string): boolean => /^(kube|scheduler)|-stand-in/.test(program);

/** The programs of a run that neither stand in for others nor come with Kubernetes. */
export const ownPrograms = memoize((recording: Recording): OwnPrograms => {
  const { entries, processes, draws } = recording;
  const world = entries.at(-1)?.world;
  const known = world ? mapEntries(world.programs).map(([name]) => name) : [];
  const programs = known.filter((name) => !isStandIn(name));
  const isOwn = (name: string): boolean => programs.includes(name);
  const factories = programs.flatMap(
    (each) => (world && mapGet(world.tables, `${each}/informers`)?.rows) ?? [],
  );
  const running = world ? mapEntries(world.informers).map(([name]) => splitName(name)) : [];
  const informers = new Set([
    ...running.filter(({ program }) => isOwn(program)).map(({ resource }) => resource),
    ...factories.map(({ name }) => name),
  ]);
  const worker = processes.find(({ group, name }) => isOwn(group) && /\/worker-\d+$/.test(name));
  const queue = draws.loop?.queue ?? worker?.name.replace(/\/worker-\d+$/, '') ?? '';
  return { programs, informers: draws.loop?.informers ?? [...informers], queue };
});

/** The loop of a reader's own that works at this moment: of several replicas, the one that has informers. */
export function ownLoop(recording: Recording, world: World): Loop {
  const { programs, informers, queue } = ownPrograms(recording);
  const works = programs.find(
    (name) =>
      mapGet(world.programs, name)?.state === 'running' &&
      mapEntries(world.informers).some(([informer]) => splitName(informer).program === name),
  );
  const { resource = '', kind = '', wants } = recording.draws.loop ?? {};
  return { program: works ?? programs[0] ?? '', queue, resource, kind, wants, informers };
}
