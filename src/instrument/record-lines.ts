import type { Event, Locals } from '../runtime/stage/events.ts';
import type { World } from '../runtime/stage/world.ts';
import { running } from '../runtime/sim/process.ts';
import type { Sim } from '../runtime/sim/sim.ts';
import type { Anchor, Trace } from '../runtime/sim/trace.ts';
import { guardLines } from './guard.ts';
import { type LineHook, setLineHook } from './hook.ts';
import { preview } from './preview.ts';

export interface RecordLinesOptions {
  /** Files whose lines are recorded, as `instrument` was told them: `kubernetes/pkg/controller/replicaset/replica_set.ts`. */
  readonly files: readonly string[];
  /** Line entries in all, 40,000 by default; beyond it nothing more is recorded of lines. */
  readonly limit?: number;
  /** Watch for endless loops even if no lines are recorded. */
  readonly guard?: boolean;
  /** Lines in one step before the run ends as an endless loop. */
  readonly linesPerStep?: number;
}

export interface LineRecorder {
  /** Where a process stands in the shown files; undefined while it is in none of their functions. */
  currentLine(process: number): Anchor | undefined;
  /** True once lines were left out because of the limit. */
  readonly full: boolean;
  /** Takes the hook away and puts back the one before. */
  stop(): void;
}

/** A call of a shown function. */
interface Call {
  readonly file: string;
  /** The anchor of the line that runs; the function alone before its first. */
  at: Anchor;
  /** The line and locals told last, and how long the trace was then: a line told twice in a row is left out. */
  told: string;
  toldAt: number;
}

/**
 * Records the lines that files run into a trace, from now until `stop`. Code that was not instrumented runs unseen.
 * Depth is counted for each process by itself, since they interleave. Without files or `guard` nothing is hooked.
 */
export function recordLines(sim: Sim, trace: Trace<Event, World>, options: RecordLinesOptions): LineRecorder {
  const files = new Set(options.files);
  const calls = new Map<number, Call[]>();
  // A line is recorded many times with the same values: they are kept, and sent to a page, once.
  const places = new Map<string, Anchor>();
  const tellings = new Map<string, Locals>();
  let left = options.limit ?? 40_000;
  let full = false;

  const hook: LineHook = {
    enter(file, symbol) {
      const process = running()?.id ?? -1;
      const stack = calls.get(process) ?? [];
      stack.push({ file, at: { file, symbol }, told: '', toldAt: 0 });
      calls.set(process, stack);
    },
    leave() {
      const process = running()?.id ?? -1;
      const stack = calls.get(process);
      stack?.pop();
      if (stack?.length === 0) calls.delete(process);
    },
    line(file, line, symbol, values) {
      if (!files.has(file)) return;
      const stack = calls.get(running()?.id ?? -1) ?? [];
      const call = stack.at(-1);
      if (left <= 0) full = true;
      const told = full ? {} : tellLocals(values);
      const text = JSON.stringify(told);
      const again = call?.told === `${line} ${text}` && call.toldAt === trace.entries.length;
      const at = once(places, `${file}:${line} ${symbol}`, { file, line, symbol });
      if (call && call.at.line !== line) call.at = at;
      if (full || again) return;
      left--;
      const depth = Math.max(0, stack.filter((one) => files.has(one.file)).length - 1);
      const locals = once(tellings, text, told);
      trace.aside({ kind: 'line', file, line, function: symbol, depth, locals }, call?.at ?? at);
      if (call) {
        call.told = `${line} ${text}`;
        call.toldAt = trace.entries.length;
      }
    },
  };

  const hooked = files.size > 0 || options.guard;
  const before = hooked ? setLineHook(guardLines(sim, options.linesPerStep, hook)) : undefined;
  return {
    currentLine: (process) => calls.get(process)?.findLast((call) => files.has(call.file))?.at,
    get full() {
      return full;
    },
    stop() {
      if (hooked) setLineHook(before);
    },
  };
}

/** The value that came first under a key. */
function once<T>(known: Map<string, T>, key: string, value: T): T {
  const first = known.get(key);
  if (first === undefined) known.set(key, value);
  return first ?? value;
}

function tellLocals(values: Readonly<Record<string, unknown>>): Locals {
  const locals: Record<string, string> = {};
  for (const name of Object.keys(values)) locals[name] = preview(values[name]);
  return locals;
}
