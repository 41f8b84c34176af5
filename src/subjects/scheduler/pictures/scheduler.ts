import { t } from '../../../i18n/t.ts';
import { chips, gauge, holds, text } from '../../../components/picture/content.ts';
import type { Block, Chip, Content, Frame, Picture, Scene } from '../../../components/picture/description.ts';
import { resultWords } from '../pane/scheduler-words.ts';
import { countOf, durationWords, lastPart } from '../../../recording/words.ts';
import type { QueuePlace, QueuedPod } from '../../../runtime/subjects/scheduler/world.ts';
import { cycleContent } from '../cycle-road.ts';
import { nodeCards } from '../node-cards.ts';
import { type Now, binding, nowOf, viewsOf } from '../scheduler-now.ts';
import { schedulerPath } from '../scheduler-path.ts';

/** Pods of a part of the queue that are named. */
const mostNamed = 24;

/** A scheduler: its queue in three parts, the pod on its way through the extension points, those that are being bound, and its nodes. */
export const picture: Picture = {
  blocks: ['cards', 'chips', 'gauge', 'lines', 'road'],
  plan: () => ({
    tall: 640,
    shapes: {
      wide: `85 api active backoff unschedulable
             94 binding cycle cycle cycle
             169 nodes nodes nodes nodes`,
      narrow: `54 api api api binding binding binding binding
               62 active active active cycle cycle cycle cycle
               86 backoff backoff backoff cycle cycle cycle cycle
               86 unschedulable unschedulable unschedulable cycle cycle cycle cycle
               246 nodes nodes nodes nodes nodes nodes nodes`,
    },
    parts: {
      api: { title: t`API server`, hue: 'api', opens: 'store' },
      active: { title: 'activeQ', hue: 'queue', opens: 'attempt' },
      backoff: { title: 'podBackoffQ', hue: 'queue', opens: 'attempt' },
      unschedulable: { title: 'unschedulableQ', hue: 'queue', opens: 'attempt' },
      cycle: { title: 'scheduleOne', hue: 'scheduler', opens: 'attempt' },
      binding: { title: t`Binding cycles`, hue: 'scheduler', opens: 'attempt' },
      nodes: { title: t`Nodes, as the cache has them`, hue: 'kubelet', opens: 'attempt' },
    },
    pipes: {
      new: { from: 'api', to: 'active' },
      wake: { from: 'unschedulable', to: 'backoff' },
      retry: { from: 'backoff', to: 'active' },
      pop: { from: 'active', to: 'cycle', says: 'Pop' },
      again: { from: 'cycle', to: 'backoff' },
      aside: { from: 'cycle', to: 'unschedulable' },
      assume: { from: 'cycle', to: 'nodes', says: t`assume` },
      go: { from: 'cycle', to: 'binding' },
      bind: { from: 'binding', to: 'api', says: t`bind` },
    },
  }),
  scene(frame): Scene {
    const now = nowOf(frame);
    const api = holds(text(t`revision ${frame.world.store.revision}`));
    if (!now)
      return { says: t`The scheduler has not been started yet.`, parts: { api, cycle: { tone: 'off' } } };
    return {
      says: saysOf(now),
      parts: {
        api,
        active: queueContent(frame, now, 'active'),
        backoff: queueContent(frame, now, 'backoff'),
        unschedulable: queueContent(frame, now, 'unschedulable'),
        cycle: cycleContent(now),
        binding: holds(chips(bindingChips(now), { empty: t`none` })),
        nodes: nodesContent(frame, now),
      },
    };
  },
  path: schedulerPath,
};

function queueContent({ recording, entry }: Frame, { state }: Now, place: QueuePlace): Content {
  const pods = viewsOf(recording)[place].of(state.queue.pods);
  const named = pods.slice(0, mostNamed).map(({ pod, priority }): Chip => ({
    id: `pod:${pod}`,
    text: lastPart(pod),
    hue: 'queue',
    note: priority === 0 ? undefined : String(priority),
  }));
  const [first] = pods;
  return holds(
    chips(named, { empty: t`empty`, more: pods.length - named.length }),
    first && clockOf(first, entry.at),
  );
}

/** How long a pod that no event concerns stays aside at least, in ms. */
const asideMs = 60_000;

/** What the first pod of a part waits for: the end of its back-off, or of the time that it is set aside for. */
function clockOf({ pod, place, timestamp, until }: QueuedPod, at: number): Block | undefined {
  if (until !== undefined) {
    const [left, whole] = [Math.max(0, until - at), Math.max(1, until - timestamp)];
    const words = t`${durationWords(Math.ceil(left))} left of ${durationWords(Math.round(whole))}`;
    return gauge(lastPart(pod), left / whole, words, { tone: 'wait' });
  }
  if (place !== 'unschedulable') return undefined;
  const aside = Math.max(0, at - timestamp);
  return gauge(lastPart(pod), aside / asideMs, t`${Math.floor(aside / 1000)} of ${asideMs / 1000} s`);
}

const bindingChips = (now: Now): readonly Chip[] =>
  binding(now).map(({ pod, point }) => ({
    id: `binding:${pod}`,
    text: lastPart(pod),
    note: point,
    hue: 'scheduler',
    tone: point === 'Permit' ? 'wait' : 'busy',
  }));

function nodesContent({ recording }: Frame, now: Now): Content {
  const nodes = viewsOf(recording).nodes.of(now.state.nodes);
  const { cards, more } = nodeCards(now, nodes);
  return {
    note: countOf(nodes.length, 'node'),
    ...holds({ kind: 'cards', cards, more, empty: t`no node yet` }),
  };
}

function saysOf({ state, attempt }: Now): string {
  const { active, backoff, unschedulable } = state.queue;
  const waits = t`In its queue ${countOf(active, 'pod')} may go now, ${backoff} after a back-off, and ${unschedulable} cannot be placed.`;
  if (state.pod === '') return t`No pod has been tried yet. ${waits}`;
  if (!attempt) return t`${state.pod} has been taken from the queue. ${waits}`;
  const { filters, preemption } = attempt;
  const left = filters ? t`${filters.feasible} of ${countOf(filters.count, 'node')} can run it.` : '';
  const room = preemption?.node ? t`Others have to make room for it on ${preemption.node}.` : '';
  return [`${attempt.pod}: ${resultWords(attempt)}.`, left, room, waits].filter(Boolean).join(' ');
}
