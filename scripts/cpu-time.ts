import { firstPlace } from '../src/components/base/search.ts';

/** What a trace of Chromium says of a thread; times in µs. */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  ts: number;
  dur?: number;
  /** How long of `dur` the thread had a core. */
  readonly tdur?: number;
}

interface Task {
  readonly ts: number;
  readonly dur: number;
  readonly tdur: number;
}

/**
 * Takes out of each task of a trace what it waited for a core, and moves what happened in it accordingly: a page that is read
 * on a busy machine then takes the time that it takes on an idle one.
 */
export function inCpuTime(trace: readonly TraceEvent[]): void {
  const threads = new Map<string, TraceEvent[]>();
  for (const event of trace) {
    const thread = `${event.pid} ${event.tid}`;
    const events = threads.get(thread);
    if (events) events.push(event);
    else threads.set(thread, [event]);
  }
  for (const events of threads.values()) {
    const tasks = outerTasks(events);
    for (const event of events) {
      const task = taskAt(event.ts, tasks);
      if (!task || task.tdur >= task.dur) continue;
      const moved = (at: number): number => task.ts + ((at - task.ts) * task.tdur) / task.dur;
      const end = event.ts + (event.dur ?? 0);
      event.ts = moved(event.ts);
      if (event.dur !== undefined) event.dur = (end <= task.ts + task.dur ? moved(end) : end) - event.ts;
    }
  }
}

/** The tasks of a thread that run in no other one, in order. */
function outerTasks(events: readonly TraceEvent[]): Task[] {
  const all = events
    .flatMap(({ name, ts, dur, tdur }) =>
      name.endsWith('RunTask') && dur !== undefined && tdur !== undefined ? [{ ts, dur, tdur }] : [],
    )
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const outer: Task[] = [];
  for (const task of all) {
    const last = outer.at(-1);
    if (!last || task.ts >= last.ts + last.dur) outer.push(task);
  }
  return outer;
}

function taskAt(at: number, tasks: readonly Task[]): Task | undefined {
  const task = tasks[firstPlace(tasks.length, (i) => (tasks[i] as Task).ts > at) - 1];
  return task && at < task.ts + task.dur ? task : undefined;
}

/** What Lighthouse measures of a machine whose pages, slowed down four times, are those of its phone. */
const benchmarkOfDesktop = 2000;

/**
 * How many times slower than this machine the phone is. On a machine that is slower than Lighthouse takes it to be, or slowed down by
 * its neighbours at this moment, a phone is less far away than Lighthouse's own figure says; it is never further.
 */
export function slowdownOn(benchmark: number, usual: number): number {
  return usual * Math.min(1, benchmark / benchmarkOfDesktop);
}
