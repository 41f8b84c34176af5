import { t, translated } from '../../../i18n/t.ts';
import { type Point, type Rect, cells } from './machine-geometry.ts';
import type { MachineLayout } from './machine-parts.ts';
import type { Flight, LaneModel, MachineModel, Phase, PodMark } from './machine-model.ts';
import { countOf, listed, singularOf } from '../../../recording/words.ts';
import { keyText } from './machine-tokens.ts';

/** A thing that stands somewhere in the machine. Its id stays the same from frame to frame, so that it can move. */
export interface Token {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly look: 'pod' | 'dot' | 'set' | 'key' | 'delta' | 'flight';
  readonly text: string;
  /** All that is known, for a tooltip and for readers of the drawing. */
  readonly title: string;
  readonly phase?: Phase;
  /** A cached object that differs from the store's; a key that will come again. */
  readonly faded?: boolean;
  /** A small number or sign beside the text. */
  readonly badge?: string;
  readonly w: number;
}

/** The number of things that found no room, and where it stands. */
interface More extends Point {
  readonly id: string;
  readonly count: number;
}

export interface Placed {
  readonly tokens: readonly Token[];
  readonly more: readonly More[];
}

const pill = { w: 53, h: 18 };
const keyHeight = 22;
/** A key's token; narrower where boxes are. */
function keyPill(layout: MachineLayout): { readonly w: number; readonly h: number } {
  return { w: layout.shape === 'narrow' ? 60 : 92, h: keyHeight };
}
const dot = { w: 11, h: 11 };
const heading = 22;

/** Where every token of a frame stands in a layout. */
export function placeTokens(layout: MachineLayout, model: MachineModel): Placed {
  const tokens: Token[] = [];
  const more: More[] = [];
  placePods(layout, model, tokens, more);
  for (const lane of model.lanes) placeLane(layout, lane, tokens, more);
  placeKeys(layout, model, tokens, more);
  return { tokens, more };
}

function placePods(layout: MachineLayout, model: MachineModel, tokens: Token[], more: More[]): void {
  const known = new Set(layout.columns.slice(1).map(({ node }) => node));
  const columnOf = (pod: PodMark): number => {
    if (pod.node === '') return 0;
    const at = layout.columns.findIndex(({ node }, i) => i > 0 && node === pod.node);
    return at > 0 ? at : known.size > 0 ? layout.columns.length - 1 : 0;
  };
  const byColumn = layout.columns.map((): PodMark[] => []);
  for (const pod of model.pods) byColumn[columnOf(pod)]?.push(pod);
  const crowd = byColumn.some(
    (pods, i) => cells(body(layout.columns[i] as Rect), pods.length, pill.w, pill.h, 3).more > 0,
  );
  byColumn.forEach((pods, i) => {
    placePodsIn(body(layout.columns[i] as Rect), 'store', pods, crowd, tokens, more);
  });
}

/** A column's room below its heading. */
function body(column: Rect): Rect {
  return { x: column.x + 3, y: column.y + 20, w: column.w - 6, h: column.h - 22 };
}

function placePodsIn(
  box: Rect,
  where: 'store' | 'cache',
  pods: readonly (PodMark & { readonly stale?: boolean })[],
  asDots: boolean,
  tokens: Token[],
  more: More[],
): void {
  const size = asDots ? dot : pill;
  let { places } = cells(box, pods.length, size.w, size.h, 3);
  // The last place says how many more there are.
  if (places.length < pods.length) places = places.slice(0, -2);
  places.forEach((place, i) => {
    const pod = pods[i] as PodMark & { readonly stale?: boolean };
    tokens.push({
      id: `${where}:${pod.key}`,
      // Pills stand in the middle of a column that holds one a row.
      x: place.x + (!asDots && box.w < 2 * pill.w ? Math.max(0, (box.w - pill.w) / 2) : 0),
      y: place.y,
      w: size.w,
      look: asDots ? 'dot' : 'pod',
      text: pod.short,
      title: podTitle(pod),
      phase: pod.phase,
      faded: pod.stale,
    });
  });
  const left = pods.length - places.length;
  if (left > 0)
    more.push({ id: `${where}:${box.x}:${box.y}`, x: box.x + box.w, y: box.y + box.h - 2, count: left });
}

function podTitle(pod: PodMark & { readonly stale?: boolean }): string {
  const name = pod.key.replace(/^pods\//, '');
  const phase = translated(pod.phase);
  return pod.stale ? t`pod ${name}, ${phase}, out of date` : t`pod ${name}, ${phase}`;
}

const signs: Readonly<Record<string, string>> = { ADDED: '+', MODIFIED: '~', DELETED: '−' };

function placeLane(layout: MachineLayout, lane: LaneModel, tokens: Token[], more: More[]): void {
  const at = layout.lanes.find(({ resource }) => resource === lane.resource);
  if (!at) return;
  placeFlights(at.watch.from, at.watch.to, lane, lane.flights, tokens, more);
  const fifo = inside(at.fifo);
  const { places } = cells(fifo, lane.fifo.length, pill.w, pill.h);
  places.forEach((place, i) => {
    const item = lane.fifo[i] as LaneModel['fifo'][number];
    tokens.push({
      id: `fifo:${lane.resource}:${item.key}`,
      ...place,
      w: pill.w,
      look: 'delta',
      text: item.short,
      title: t`${item.key}: ${listed(item.deltas)}`,
      badge: item.deltas.length > 1 ? String(item.deltas.length) : undefined,
    });
  });
  moreIn(at.fifo, `fifo:${lane.resource}`, lane.fifo.length - places.length, more);
  const room = inside(at.indexer);
  const crowd = cells(room, lane.cached.length, pill.w, pill.h, 3).more > 0;
  if (lane.resource === 'pods') placePodsIn(room, 'cache', lane.cached, crowd, tokens, more);
  else placeCached(room, keyPill(layout).w, lane, tokens, more);
}

function placeCached(room: Rect, w: number, lane: LaneModel, tokens: Token[], more: More[]): void {
  const { places, more: left } = cells(room, lane.cached.length, w, keyHeight);
  places.forEach((place, i) => {
    const object = lane.cached[i] as LaneModel['cached'][number];
    const name = object.key.slice(object.key.indexOf('/') + 1);
    const kind = singularOf(lane.resource);
    const title = object.stale
      ? t`${kind} ${name} at revision ${object.revision}, out of date`
      : t`${kind} ${name} at revision ${object.revision}`;
    const text = keyText(name);
    tokens.push({ id: `cache:${object.key}`, ...place, w, look: 'set', text, title, faded: object.stale });
  });
  moreIn(room, `cache:${lane.resource}`, left, more);
}

/** Oldest nearest to the reflector; a delayed watch fills up from there. */
function placeFlights(
  from: Point,
  to: Point,
  lane: LaneModel,
  flights: readonly Flight[],
  tokens: Token[],
  more: More[],
): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const room = Math.max(1, Math.floor((length - 24) / 19));
  const shown = flights.slice(0, room);
  shown.forEach((flight, i) => {
    // Alone it stands in the middle of its way.
    const part =
      shown.length === 1
        ? 0.5
        : (length - 22 - i * Math.min(19, (length - 44) / (shown.length - 1))) / length;
    tokens.push({
      id: `flight:${lane.resource}:${flight.key}:${flight.revision}:${flight.type}`,
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      w: 16,
      look: 'flight',
      text: signs[flight.type] ?? '·',
      title: t`${flight.type} ${flight.key} at revision ${flight.revision}, on its way`,
    });
  });
  if (flights.length > shown.length) {
    const down = to.y !== from.y;
    const place = down ? { x: from.x + 34, y: from.y + 24 } : { x: from.x + 34, y: from.y - 16 };
    more.push({ id: `flight:${lane.resource}`, ...place, count: flights.length - shown.length });
  }
}

function placeKeys(layout: MachineLayout, model: MachineModel, tokens: Token[], more: More[]): void {
  const { queue, workers } = layout;
  const { w, h } = keyPill(layout);
  const room = queueRooms(queue);
  const waiting = cells(room.waiting, model.queue.length, w, h);
  waiting.places.forEach((place, i) => {
    const key = model.queue[i] as string;
    const title = t`${key}, waiting in place ${i + 1}`;
    tokens.push({ id: `key:${key}`, ...place, w, look: 'key', text: keyText(key), title });
  });
  moreIn(room.waiting, 'queue', waiting.more, more);
  const free = model.delayed.filter(({ key }) => !model.queue.includes(key));
  const delayed = cells(room.delayed, free.length, w, h);
  delayed.places.forEach((place, i) => {
    const { key, inMs, failures } = free[i] as MachineModel['delayed'][number];
    tokens.push({
      id: `later:${key}`,
      ...place,
      w,
      look: 'key',
      text: keyText(key),
      title:
        failures > 0
          ? t`${key}, comes back in ${inMs} ms, after ${countOf(failures, 'failure')}`
          : t`${key}, comes back in ${inMs} ms`,
      badge: inMs >= 1000 ? `${Math.round(inMs / 100) / 10}s` : `${inMs}ms`,
      faded: true,
    });
  });
  moreIn(room.delayed, 'later', delayed.more, more);
  model.workers.slice(0, workerRows(workers)).forEach((worker, i) => {
    const place = workerPlace(workers, i);
    if (worker.key === undefined) return;
    const again = model.again.includes(worker.key);
    tokens.push({
      id: `key:${worker.key}`,
      x: workers.x + workers.w - w - 10,
      y: place.y,
      w,
      look: 'key',
      text: keyText(worker.key),
      title: again
        ? t`${worker.key}, held by ${worker.name}; it will come again`
        : t`${worker.key}, held by ${worker.name}`,
      badge: again ? '↻' : undefined,
    });
  });
}

/** The queue's two rooms: keys that wait, and below them keys that come later. */
export function queueRooms(queue: Rect): { waiting: Rect; delayed: Rect } {
  const half = (queue.h - heading) / 2;
  const base = { x: queue.x + 8, w: queue.w - 16 };
  return {
    waiting: { ...base, y: queue.y + heading + 4, h: half - 4 },
    delayed: { ...base, y: queue.y + heading + half + 16, h: half - 18 },
  };
}

/** How many workers the box has a row for. */
export function workerRows(workers: Rect): number {
  return Math.max(1, Math.floor((workers.h - heading - 34) / 30));
}

/** The row of a worker: where its key stands. */
export function workerPlace(workers: Rect, at: number): Point {
  return { x: workers.x + 10, y: workers.y + heading + 6 + at * 32 };
}

/** A box's room below its heading. */
function inside(box: Rect): Rect {
  return { x: box.x + 6, y: box.y + heading + 2, w: box.w - 12, h: box.h - heading - 6 };
}

function moreIn(box: Rect, id: string, count: number, more: More[]): void {
  if (count > 0) more.push({ id, x: box.x + box.w - 6, y: box.y + box.h - 5, count });
}
