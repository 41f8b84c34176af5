import { t } from '../../i18n/t.ts';
import type { SchedulerEvent } from '../../runtime/subjects/scheduler/events.ts';
import { countOf, listed } from '../../recording/words.ts';

type Of<K> = Extract<SchedulerEvent, { readonly kind: K }>;

/** What a scheduler does, without a capital and a full stop. */
export function tellScheduler(event: SchedulerEvent): string {
  switch (event.kind) {
    case 'sched.queue':
      return tellQueue(event);
    case 'sched.move':
      return tellMove(event);
    case 'sched.pop':
      return event.attempt > 1
        ? t`the scheduler takes ${event.pod} from its queue, for attempt ${event.attempt}`
        : t`the scheduler takes ${event.pod} from its queue`;
    case 'sched.nominate':
      return event.node === ''
        ? t`the scheduler nominates no node for ${event.pod} any more`
        : t`the scheduler nominates ${event.node} for ${event.pod}: room will be free there`;
    case 'sched.snapshot':
      return t`the scheduler copies ${event.copied} of ${countOf(event.nodes, 'node')} from its cache into its snapshot: what changed since the last pod`;
    case 'sched.prefilter':
      return tellPreFilter(event);
    case 'sched.filter':
      return tellFilter(event);
    case 'sched.score':
      return event.best.length === 1
        ? t`the scheduler scores ${countOf(event.nodes, 'node')} for ${event.pod}: ${listed(event.best)} has the most, ${event.score}`
        : t`the scheduler scores ${countOf(event.nodes, 'node')} for ${event.pod}: ${event.score} is the most, of ${listed(event.best)}`;
    case 'sched.choose':
      return tellChoice(event);
    case 'sched.fail':
      return t`the scheduler finds no node for ${event.pod}: ${event.message}`;
    case 'sched.preempt':
      return tellPreemption(event);
    case 'sched.assume':
      return t`the scheduler assumes ${event.pod} on ${event.node}: its cache counts it there before the API server knows of it`;
    case 'sched.forget':
      return t`the scheduler's cache forgets that ${event.pod} was on its way to ${event.node}`;
    case 'sched.confirm':
      return t`the scheduler's cache hears that ${event.pod} is bound to ${event.node}, as it has assumed`;
    case 'sched.expire':
      return t`the scheduler's cache has not heard of ${event.pod} on ${event.node} in time, and forgets it`;
    default:
      return tellPoint(event);
  }
}

function tellQueue({ pod, from, to, why }: Of<'sched.queue'>): string {
  if (to === '') return t`the scheduler takes ${pod} out of its queue (${why})`;
  const place = placeWords(to);
  return from === ''
    ? t`the scheduler puts ${pod} into ${place} (${why})`
    : t`the scheduler moves ${pod} from ${placeWords(from)} into ${place} (${why})`;
}

/** "the active queue". */
function placeWords(place: 'active' | 'backoff' | 'unschedulable'): string {
  if (place === 'active') return t`the active queue`;
  return place === 'backoff' ? t`the back-off queue` : t`the queue of unschedulable pods`;
}

function tellMove({ why, active, backoff }: Of<'sched.move'>): string {
  const [now, later] = [countOf(active.length, 'pod'), countOf(backoff.length, 'pod')];
  if (backoff.length === 0) return t`${why}: the scheduler may try ${now} again at once`;
  if (active.length === 0) return t`${why}: the scheduler may try ${later} again after a back-off`;
  return t`${why}: the scheduler may try ${now} again at once, ${later} after a back-off`;
}

function tellPreFilter({ pod, plugin, code, reasons, compared }: Of<'sched.prefilter'>): string {
  if (code !== 'Success')
    return t`the PreFilter plugin ${plugin} refuses ${pod} for all nodes: ${listed(reasons)}`;
  return compared === undefined
    ? t`the PreFilter plugins prepare what the filters need for ${pod}`
    : t`the PreFilter plugins prepare what the filters need for ${pod}, and compare ${countOf(compared, 'pod')} with terms of affinity`;
}

function tellFilter({ pod, feasible, looked, all, from, reasons }: Of<'sched.filter'>): string {
  const seen =
    looked === all ? countOf(all, 'node') : t`${looked} of ${countOf(all, 'node')}, from ${from} on,`;
  return reasons.length === 0
    ? t`the filters look at ${seen} for ${pod}: ${feasible} can run it`
    : t`the filters look at ${seen} for ${pod}: ${feasible} can run it; ${listed(reasons)}`;
}

function tellChoice({ pod, node, how, among }: Of<'sched.choose'>): string {
  if (how === 'only') return t`the scheduler chooses ${node} for ${pod}, the only node that can run it`;
  if (how === 'best') return t`the scheduler chooses ${node} for ${pod}: no other has a score as high`;
  return t`the scheduler draws ${node} for ${pod}, among ${among} with the same score`;
}

function tellPreemption(event: Of<'sched.preempt'>): string {
  const { pod, node, victims, candidates, potential } = event;
  const nodes = countOf(potential, 'node');
  if (node === '')
    return t`the scheduler finds no pod to preempt for ${pod}: on none of ${nodes} would it help that pods of less priority go`;
  return t`the scheduler preempts on ${node} for ${pod}, among ${countOf(candidates, 'candidate')} on ${nodes}: ${listed(victims)} must go`;
}

type Point = Extract<SchedulerEvent, { readonly code: string; readonly node: string }>;

function tellPoint({ kind, pod, node, code, reasons }: Point): string {
  const said = listed(reasons);
  if (kind === 'sched.postfilter') {
    if (node !== '') return t`the PostFilter plugins have made room for ${pod} on ${node}`;
    return said === ''
      ? t`the PostFilter plugins can make no room for ${pod}`
      : t`the PostFilter plugins can make no room for ${pod}: ${said}`;
  }
  if (code === 'Wait') return t`a Permit plugin holds ${pod} back on its way to ${node}`;
  if (code !== 'Success')
    return t`the scheduler does not bring ${pod} to ${node}, at ${pointName(kind)}: ${said}`;
  switch (kind) {
    case 'sched.reserve':
      return t`the plugins reserve for ${pod} what it needs on ${node}`;
    case 'sched.unreserve':
      return t`the plugins give back what they reserved for ${pod} on ${node}`;
    case 'sched.permit':
      return t`the Permit plugins let ${pod} go to ${node}`;
    case 'sched.wait':
      return t`the Permit plugins no longer hold ${pod} back: it may go to ${node}`;
    case 'sched.prebind':
      return t`the PreBind plugins are done with ${pod} for ${node}`;
    case 'sched.bind':
      return t`the scheduler has bound ${pod} to ${node}: the API server took the binding`;
    case 'sched.postbind':
      return t`the PostBind plugins hear that the scheduler has bound ${pod} to ${node}`;
    default:
      return kind satisfies never;
  }
}

/** Upstream's name of the extension point. */
function pointName(kind: Point['kind']): string {
  const names: Readonly<Partial<Record<Point['kind'], string>>> = {
    'sched.reserve': 'Reserve',
    'sched.permit': 'Permit',
    'sched.wait': 'Permit',
    'sched.prebind': 'PreBind',
    'sched.bind': 'Bind',
  };
  return names[kind] ?? kind;
}
