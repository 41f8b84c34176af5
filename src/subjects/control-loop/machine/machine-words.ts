import { t, translated } from '../../../i18n/t.ts';
import { countOf, listed } from '../../../recording/words.ts';
import type { LaneModel, MachineModel } from './machine-model.ts';

/** One row of the machine as a table. */
export interface MachineRow {
  readonly part: string;
  readonly holds: string;
}

/** The machine as rows: the same as the drawing shows, in the order of the loop. */
export function machineRows(model: MachineModel): MachineRow[] {
  const rows: MachineRow[] = [
    { part: t`API store`, holds: t`revision ${model.revision}` },
    ...model.owners.map((owner) => ({
      part: `${model.kind} ${owner.name}`,
      holds: t`wants ${countOf(owner.desired, 'pod')}, has ${owner.actual}, ${owner.ready} ready`,
    })),
    ...model.pods.map((pod) => ({
      part: `Pod ${pod.key.replace(/^pods\//, '')}`,
      holds: pod.node
        ? t`${translated(pod.phase)}, on ${pod.node}`
        : t`${translated(pod.phase)}, on no node yet`,
    })),
  ];
  for (const lane of model.lanes) {
    const state = watchWords(lane);
    const flights = lane.flights.map(({ type, short }) => `${type} ${short}`);
    const queued = lane.fifo.map(({ short, deltas }) => t`${short} (${listed(deltas)})`);
    const behind = lane.behind === 0 ? t`up to date` : t`${countOf(lane.behind, 'object')} behind the store`;
    rows.push(
      {
        part: t`Watch of ${lane.resource}`,
        holds: t`${state}; on its way: ${some(flights)}`,
      },
      { part: t`Reflector of ${lane.resource}`, holds: translated(lane.reflector) },
      { part: t`DeltaFIFO of ${lane.resource}`, holds: some(queued) },
      {
        part: t`Indexer of ${lane.resource}`,
        holds: t`${some(lane.cached.map(({ short }) => short))}; ${behind}`,
      },
    );
  }
  rows.push({ part: t`Workqueue`, holds: some(model.queue) });
  rows.push({
    part: t`Keys that come later`,
    holds: some(model.delayed.map(({ key, inMs }) => t`${key} in ${inMs} ms`)),
  });
  for (const worker of model.workers) {
    const { key, waits } = worker;
    const again = key !== undefined && model.again.includes(key);
    const holds = key === undefined ? t`no key` : again ? t`${key}, to come again` : key;
    rows.push({ part: worker.name, holds: waits ? t`${holds}; ${waits}` : holds });
  }
  for (const { key, add, del } of model.expectations) {
    rows.push({
      part: t`Expectations of ${key}`,
      holds: t`${countOf(add, 'creation')} and ${countOf(del, 'deletion')} still to be seen`,
    });
  }
  if (!model.up) rows.push({ part: t`Controller`, holds: t`down` });
  for (const fault of model.faults) rows.push({ part: t`Broken`, holds: translated(fault) });
  return rows;
}

function watchWords({ watch, delayMs }: LaneModel): string {
  const state = watch === 'none' ? t`not opened yet` : translated(watch);
  return delayMs > 0 ? t`${state}, ${delayMs} ms late` : state;
}

/** The first twelve, and how many more there are. */
function some(words: readonly string[]): string {
  if (words.length === 0) return t`nothing`;
  const first = listed(words.slice(0, 12));
  return words.length > 12 ? t`${first} and ${words.length - 12} more` : first;
}

/** The drawing in two or three sentences, for those who do not see it. */
export function machineWords(model: MachineModel): string {
  const owners = model.owners.map(
    (owner) =>
      t`${model.kind} ${owner.name} wants ${owner.desired} and has ${countOf(owner.actual, 'pod')}, ${owner.ready} ready.`,
  );
  const behind = model.lanes
    .filter((lane) => lane.behind > 0)
    .map((lane) => t`The cache of ${lane.resource} is ${lane.behind} behind.`);
  const held = model.workers
    .filter(({ key }) => key !== undefined)
    .map(({ name, key }) => t`${name} works on ${key ?? ''}.`);
  const queue = model.queue.length > 0 ? [t`In the workqueue: ${some(model.queue)}.`] : [];
  return [
    ...(owners.length > 0 ? owners : [t`The store holds no ${model.kind} yet.`]),
    ...behind,
    ...queue,
    ...held,
  ].reduce((all, one) => t`${all} ${one}`);
}
