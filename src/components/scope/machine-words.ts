import { countOf } from '../../recording/words.ts';
import type { MachineModel } from './machine-model.ts';

/** One row of the machine as a table. */
export interface MachineRow {
  readonly part: string;
  readonly holds: string;
}

/** The machine as rows: the same as the drawing shows, in the order of the loop. */
export function machineRows(model: MachineModel): MachineRow[] {
  const rows: MachineRow[] = [
    { part: 'API store', holds: `revision ${model.revision}` },
    ...model.sets.map((set) => ({
      part: `ReplicaSet ${set.name}`,
      holds: `wants ${countOf(set.desired, 'pod')}, has ${set.actual}, ${set.ready} ready`,
    })),
    ...model.pods.map((pod) => ({
      part: `Pod ${pod.key.replace(/^pods\//, '')}`,
      holds: `${pod.phase}, ${pod.node ? `on ${pod.node}` : 'on no node yet'}`,
    })),
  ];
  for (const lane of model.lanes) {
    const delay = lane.delayMs > 0 ? `, ${lane.delayMs} ms late` : '';
    const flights = lane.flights.map(({ type, short }) => `${type} ${short}`);
    const queued = lane.fifo.map(({ short, deltas }) => `${short} (${deltas.join(', ')})`);
    const behind = lane.behind === 0 ? 'up to date' : `${countOf(lane.behind, 'object')} behind the store`;
    rows.push(
      {
        part: `Watch of ${lane.resource}`,
        holds: `${watchWords[lane.watch]}${delay}; on its way: ${listed(flights)}`,
      },
      { part: `Reflector of ${lane.resource}`, holds: lane.reflector },
      { part: `DeltaFIFO of ${lane.resource}`, holds: listed(queued) },
      {
        part: `Indexer of ${lane.resource}`,
        holds: `${listed(lane.cached.map(({ short }) => short))}; ${behind}`,
      },
    );
  }
  rows.push({ part: 'Workqueue', holds: listed(model.queue) });
  rows.push({
    part: 'Keys that come later',
    holds: listed(model.delayed.map(({ key, inMs }) => `${key} in ${inMs} ms`)),
  });
  for (const worker of model.workers) {
    const holds =
      worker.key === undefined
        ? 'no key'
        : `${worker.key}${model.again.includes(worker.key) ? ', to come again' : ''}`;
    rows.push({ part: worker.name, holds: [holds, worker.waits].filter(Boolean).join('; ') });
  }
  for (const { key, add, del } of model.expectations) {
    rows.push({
      part: `Expectations of ${key}`,
      holds: `${countOf(add, 'creation')} and ${countOf(del, 'deletion')} still to be seen`,
    });
  }
  if (!model.up) rows.push({ part: 'Controller', holds: 'down' });
  for (const fault of model.faults) rows.push({ part: 'Broken', holds: fault });
  return rows;
}

const watchWords = { none: 'not opened yet', open: 'open', cut: 'cut', closed: 'closed' } as const;

function listed(words: readonly string[]): string {
  if (words.length === 0) return 'nothing';
  const more = words.length - 12;
  return words.slice(0, 12).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The drawing in two or three sentences, for those who do not see it. */
export function machineWords(model: MachineModel): string {
  const sets = model.sets.map(
    (set) =>
      `ReplicaSet ${set.name} wants ${set.desired} and has ${countOf(set.actual, 'pod')}, ${set.ready} ready.`,
  );
  const behind = model.lanes
    .filter((lane) => lane.behind > 0)
    .map((lane) => `The cache of ${lane.resource} is ${lane.behind} behind.`);
  const held = model.workers
    .filter(({ key }) => key !== undefined)
    .map(({ name, key }) => `${name} works on ${key}.`);
  const queue = model.queue.length > 0 ? [`In the workqueue: ${listed(model.queue)}.`] : [];
  return [
    ...(sets.length > 0 ? sets : ['The store holds no ReplicaSet yet.']),
    ...behind,
    ...queue,
    ...held,
  ].join(' ');
}
