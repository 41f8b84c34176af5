import type { Frame, Hop } from '../../components/picture/description.ts';
import { countOf, lastPart, splitName } from '../../recording/words.ts';
import { mapGet } from '../../runtime/sim/pmap.ts';
import { nodeInStore } from './scheduler-now.ts';

type Steps = readonly (string | Hop)[];

/** Which way an entry takes through the parts of a scheduler: `api`, `active`, `backoff`, `unschedulable`, `cycle`, `binding` and `nodes`. */
export function schedulerPath(frame: Frame): Steps {
  const { event } = frame.entry;
  const text = 'pod' in event && typeof event.pod === 'string' ? lastPart(event.pod) : '';
  switch (event.kind) {
    case 'sched.queue':
      return queuePath(event.from, event.to, event.why, text);
    case 'sched.move':
      return movePath(event.active, event.backoff);
    case 'sched.pop':
      return ['active', { pipe: 'pop', text }, 'cycle'];
    case 'sched.assume':
      return ['cycle', { pipe: 'assume', text }, 'nodes'];
    case 'sched.forget':
    case 'sched.expire':
      return ['nodes'];
    case 'sched.confirm':
      return ['api', 'nodes'];
    case 'sched.reserve':
    case 'sched.unreserve':
      return ['cycle'];
    case 'sched.permit':
      return event.code === 'Success' || event.code === 'Wait'
        ? ['cycle', { pipe: 'go', text }, 'binding']
        : ['cycle'];
    case 'sched.prebind':
      return ['cycle', { pipe: 'go', text }, 'binding'];
    case 'sched.wait':
    case 'sched.bind':
    case 'sched.postbind':
      return ['binding'];
    default:
      return event.kind.startsWith('sched.') ? ['cycle', 'nodes'] : otherPath(frame);
  }
}

/** Pods that nobody could place, and that may be tried again: at once, or after their back-off. */
function movePath(active: readonly string[], backoff: readonly string[]): Steps {
  const pods = [...active, ...backoff];
  const text = pods.length === 1 ? lastPart(pods[0] ?? '') : countOf(pods.length, 'pod');
  const wake: Steps = ['unschedulable', { pipe: 'wake', text }, 'backoff'];
  return active.length > 0 ? [...wake, { pipe: 'retry', text }, 'active'] : wake;
}

function queuePath(from: string, to: string, why: string, text: string): Steps {
  const wake: Hop = { pipe: 'wake', text };
  const retry: Hop = { pipe: 'retry', text };
  if (to === '') return from === '' ? ['cycle'] : [from];
  if (from === 'unschedulable')
    return to === 'active' ? [from, wake, 'backoff', retry, to] : [from, wake, to];
  if (from === 'backoff') return [from, retry, to];
  if (to === 'active')
    return why === 'ScheduleAttemptFailure' ? ['cycle', to] : ['api', { pipe: 'new', text }, to];
  return ['cycle', { pipe: to === 'backoff' ? 'again' : 'aside', text }, to];
}

/** What goes to and from the API server; everything else happens outside, and is seen there. */
function otherPath(frame: Frame): Steps {
  const { event } = frame.entry;
  switch (event.kind) {
    case 'api.request':
    case 'api.error': {
      if (!isScheduler(event.program)) return ['api'];
      const text = lastPart(event.key);
      const error = event.kind === 'api.error' && {
        text: String(event.code),
        reverse: true,
        tone: 'bad' as const,
      };
      const binds = event.resource === 'pods' && event.verb === 'create';
      return binds ? ['binding', { pipe: 'bind', text, ...error }, 'api'] : ['cycle', 'api'];
    }
    case 'watch.event':
      return toldPath(frame, event.watch, event.key);
    case 'handler.call':
      return toldPath(frame, event.informer, event.key);
    case 'startup':
    case 'program.start':
    case 'program.exit':
      return ['cycle'];
    default:
      return ['api'];
  }
}

const isScheduler = (program: string): boolean =>
  program.includes('scheduler') && !program.includes('stand-in');

function toldPath(frame: Frame, name: string, key: string): Steps {
  const { program, resource } = splitName(name);
  if (!isScheduler(program)) return ['api'];
  const pod = key.replace(/^pods\//, '');
  if (resource !== 'pods') return ['api', 'nodes'];
  const text = lastPart(key);
  return nodeInStore(frame, pod) === '' && mapGet(frame.world.store.objects, `pods/${pod}`) !== undefined
    ? ['api', { pipe: 'new', text }, 'active']
    : ['api', 'nodes'];
}
