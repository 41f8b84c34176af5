import { t, translated } from '../../../i18n/t.ts';
import { countOf, lastPart, listed } from '../../../recording/words.ts';
import type { LaneModel, LoopModel } from './model.ts';

/** A key without the namespace that everybody uses, short enough for a chip. */
export function keyText(key: string): string {
  const name = key.replace(/^default\//, '');
  return name.length > 11 ? `${lastPart(name).slice(0, 10)}…` : name;
}

/** How an informer and its watch stand, in a few words. */
export function laneWords({ watch, delayMs, reflector, behind }: LaneModel): string {
  const state = watch === 'cut' ? t`its watch is cut` : translated(reflector);
  const late = delayMs > 0 ? t`${state}, ${delayMs} ms late` : state;
  return behind > 0 ? t`${late}, ${behind} behind` : late;
}

/** The state that matters, in one sentence after the other: who wants what, what is out of date, what waits, who works. */
export function loopWords(model: LoopModel): string {
  const owners = model.owners.map(
    (owner) =>
      t`${model.kind} ${owner.name} wants ${owner.desired} and has ${countOf(owner.actual, 'pod')}, ${owner.ready} ready.`,
  );
  const none = model.kind === '' ? [] : [t`The store holds no ${model.kind} yet.`];
  const behind = model.lanes
    .filter((lane) => lane.behind > 0)
    .map((lane) => t`The cache of ${lane.resource} is ${lane.behind} behind.`);
  const held = model.workers
    .filter(({ key }) => key !== undefined)
    .map(({ name, key }) => t`${name} works on ${key ?? ''}.`);
  const queue = model.queue.length > 0 ? [t`In the workqueue: ${some(model.queue)}.`] : [];
  const down = model.up ? [] : [t`The controller is down.`];
  return [...(owners.length > 0 ? owners : none), ...behind, ...queue, ...held, ...down].reduce(
    (all, one) => (all === '' ? one : t`${all} ${one}`),
    '',
  );
}

/** The first twelve, and how many more there are. */
function some(words: readonly string[]): string {
  const first = listed(words.slice(0, 12));
  return words.length > 12 ? t`${first} and ${words.length - 12} more` : first;
}
