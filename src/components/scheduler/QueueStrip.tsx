import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { countOf, durationWords, lastPart } from '../../recording/words.ts';
import type { QueuePlace, QueuedPod, SchedulerState } from '../../runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../runtime/sim/pmap.ts';
import { Differs } from './Differs.tsx';
import { placeTitle } from './scheduler-words.ts';
import { SortedView } from './sorted-view.ts';

interface QueueStripProps {
  readonly state: SchedulerState;
  /** As at the stop before, where that is known. */
  readonly before?: SchedulerState;
  /** Virtual ms. */
  readonly at: number;
  /** Pods whose fate differs in another run. */
  readonly marked?: ReadonlySet<string>;
  /** Left out where nothing can be pressed yet. */
  readonly onPick?: ((pod: string) => void) | undefined;
}

const places: readonly QueuePlace[] = ['active', 'backoff', 'unschedulable'];

/** Pods of a part of the queue that are named. */
const mostNamed = 24;

/** The three parts of the queue, the pod that goes next first, and why each pod is where it is. */
export function QueueStrip({ state, before, at, marked, onPick }: QueueStripProps): VNode {
  const [views] = useState(newViews);
  const { queue } = state;
  return (
    <div class="sched-queue" role="group" aria-label={t`The queue of the scheduler`}>
      {places.map((place) => {
        const pods = views[place].of(queue.pods);
        return (
          <section key={place} data-place={place}>
            <p class="sched-title">
              {placeTitle(place)} <span>{pods.length}</span>
            </p>
            {pods.length === 0 ? (
              <p class="sched-none">{t`no pod`}</p>
            ) : (
              <ol aria-label={placeTitle(place)} onKeyDown={moveFocus}>
                {pods.slice(0, mostNamed).map((queued, i) => {
                  const was = before && mapGet(before.queue.pods, queued.pod);
                  const moved = before !== undefined && was?.place !== place;
                  return (
                    <li key={queued.pod} data-changed={moved || undefined}>
                      {onPick ? (
                        <button
                          type="button"
                          tabIndex={i === 0 ? 0 : -1}
                          title={queued.pod}
                          onClick={() => onPick(queued.pod)}
                        >
                          {marked?.has(queued.pod) && <Differs />}
                          {lastPart(queued.pod)}
                        </button>
                      ) : (
                        <b>{lastPart(queued.pod)}</b>
                      )}{' '}
                      <span>{whyWords(queued, at)}</span>
                    </li>
                  );
                })}
                {pods.length > mostNamed && <li>{countOf(pods.length - mostNamed, 'more pod')}</li>}
              </ol>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** A list is one stop for the Tab key: arrows move in it. */
function moveFocus(event: KeyboardEvent): void {
  const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (way === undefined) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  buttons[buttons.indexOf(event.target as HTMLButtonElement) + way]?.focus();
  event.preventDefault();
  // The arrows belong to the list here, not to the timeline.
  event.stopPropagation();
}

const newViews = (): Readonly<Record<QueuePlace, SortedView<QueuedPod>>> => ({
  active: new SortedView<QueuedPod>(
    (a, b) => b.priority - a.priority || inOrder(a, b),
    ({ place }) => place === 'active',
  ),
  backoff: new SortedView<QueuedPod>(
    (a, b) => (a.until ?? 0) - (b.until ?? 0) || inOrder(a, b),
    ({ place }) => place === 'backoff',
  ),
  unschedulable: new SortedView<QueuedPod>(inOrder, ({ place }) => place === 'unschedulable'),
});

function inOrder(a: QueuedPod, b: QueuedPod): number {
  return a.timestamp - b.timestamp || (a.pod < b.pod ? -1 : a.pod > b.pod ? 1 : 0);
}

/** "PodAdd, priority 100", "until in 800 ms". */
function whyWords({ why, priority, until, attempts }: QueuedPod, at: number): string {
  const words = [why];
  if (until !== undefined) words.push(t`${durationWords(Math.max(0, Math.ceil(until - at)))} left`);
  if (priority !== 0) words.push(t`priority ${priority}`);
  if (attempts > 0) words.push(countOf(attempts, 'attempt'));
  return words.join(' · ');
}
