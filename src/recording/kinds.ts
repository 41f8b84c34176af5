import type { EventKind, EventOf } from '../runtime/stage/events.ts';

const answered = ['pod', 'node', 'code', 'reasons'] as const;

/** What a selector may name of an event of each kind, in the order in which people read it. */
export const eventFields: { readonly [K in EventKind]: readonly (keyof EventOf<K> & string)[] } = {
  act: ['act', 'by', 'error'],
  'program.start': ['program', 'args'],
  'program.crash': ['program'],
  'program.pause': ['program', 'forMs'],
  'program.resume': ['program'],
  'program.exit': ['program', 'why', 'code'],
  'program.output': ['program', 'stream', 'text'],
  startup: ['phase', 'name', 'program', 'text', 'values'],
  'http.response': ['path', 'status', 'program', 'port', 'body'],
  'api.request': ['verb', 'resource', 'key', 'subresource', 'program'],
  'api.error': ['verb', 'resource', 'key', 'code', 'reason', 'message', 'program'],
  'api.throttle': ['program', 'waitMs'],
  'store.write': ['verb', 'resource', 'key', 'revision', 'program', 'object', 'previous'],
  'store.compact': ['revision'],
  'watch.open': ['watch', 'revision'],
  'watch.close': ['watch', 'reason'],
  'watch.event': ['watch', 'type', 'key', 'revision'],
  'watch.lost': ['watch', 'type', 'key', 'revision'],
  'reflector.list': ['informer', 'count', 'revision'],
  'reflector.resync': ['informer'],
  'reflector.error': ['informer', 'message'],
  'fifo.add': ['informer', 'delta', 'key'],
  'fifo.pop': ['informer', 'deltas', 'key'],
  'indexer.write': ['informer', 'verb', 'key', 'revision'],
  'handler.call': ['informer', 'verb', 'key'],
  'workqueue.add': ['queue', 'key', 'merged'],
  'workqueue.addAfter': ['queue', 'key', 'delayMs', 'failures'],
  'workqueue.get': ['queue', 'key', 'worker'],
  'workqueue.done': ['queue', 'key', 'again'],
  'workqueue.forget': ['queue', 'key'],
  'expectations.change': ['controller', 'key', 'why', 'add', 'del'],
  'expectations.check': ['controller', 'key', 'satisfied', 'why'],
  'leader.acquired': ['program', 'lock', 'from', 'transitions'],
  'leader.renewed': ['program', 'lock'],
  'leader.released': ['program', 'lock'],
  'leader.observed': ['program', 'lock', 'holder'],
  'leader.waits': ['program', 'lock', 'holder', 'leftMs'],
  'leader.failed': ['program', 'lock', 'leading', 'what', 'message'],
  'leader.reported': ['program', 'lock', 'holder'],
  'leader.lost': ['program', 'lock', 'led'],
  'gc.graph': ['verb', 'object', 'virtual'],
  'gc.classify': ['object', 'solid', 'dangling', 'waiting'],
  'gc.error': ['object', 'message'],
  'namespace.content': ['namespace', 'resource', 'remaining', 'estimateSeconds'],
  'event.record': ['type', 'reason', 'about', 'message', 'program'],
  'event.retry': ['reason', 'about', 'attempt', 'error', 'program'],
  'event.drop': ['why', 'reason', 'about', 'message', 'program'],
  'sched.queue': ['pod', 'from', 'to', 'why', 'attempts'],
  'sched.move': ['why', 'active', 'backoff'],
  'sched.pop': ['pod', 'attempt'],
  'sched.nominate': ['pod', 'node'],
  'sched.snapshot': ['copied', 'nodes', 'generation'],
  'sched.prefilter': ['pod', 'plugin', 'code', 'reasons'],
  'sched.filter': ['pod', 'feasible', 'looked', 'all', 'from', 'reasons'],
  'sched.score': ['pod', 'nodes', 'score', 'best'],
  'sched.choose': ['pod', 'node', 'how', 'among'],
  'sched.fail': ['pod', 'message'],
  'sched.preempt': ['pod', 'node', 'victims', 'violations', 'candidates', 'potential'],
  'sched.assume': ['pod', 'node'],
  'sched.forget': ['pod', 'node'],
  'sched.confirm': ['pod', 'node'],
  'sched.expire': ['pod', 'node'],
  'sched.postfilter': answered,
  'sched.reserve': answered,
  'sched.unreserve': answered,
  'sched.permit': answered,
  'sched.wait': answered,
  'sched.prebind': answered,
  'sched.bind': answered,
  'sched.postbind': answered,
  'stand-in': ['program', 'text', 'key'],
  line: ['file', 'line', 'function', 'depth', 'locals'],
};

export const eventKinds = Object.keys(eventFields) as readonly EventKind[];

/** The word nearest to `found` by single-letter edits, if it is near enough to be what was meant. */
export function nearestWord(found: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(found.length / 3)) + 1;
  for (const word of words) {
    const edits = editsBetween(found.toLowerCase(), word.toLowerCase());
    if (edits < fewest) {
      best = word;
      fewest = edits;
    }
  }
  return best;
}

/** Levenshtein's distance. */
export function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
