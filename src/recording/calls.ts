import { mapChanges } from '../runtime/sim/pmap.ts';
import type { Entry } from '../runtime/stage/world.ts';
import type { Recording } from './recording.ts';

/** A call of a function, as the lines of a run show it. */
export interface Call {
  /** File under src/runtime. */
  readonly file: string;
  /** What its lines call the function. */
  readonly function: string;
  /** The line that ran first. */
  readonly line: number;
  /** Index of the entry of that line. */
  readonly entry: number;
  /** Id of the process that ran it. */
  readonly process: number;
  /** True where it is the first that a process runs. */
  readonly begins: boolean;
  /** In the order in which they were first made. Calls of the same function count as one, the first. */
  readonly calls: readonly Call[];
}

interface OpenCall extends Call {
  readonly calls: OpenCall[];
}

/**
 * Who called whom in a run of which the lines were recorded. What a process begins with stands below the call that
 * started the process, or at the top where none did of which there are lines.
 */
export function callsOf({ entries }: Pick<Recording, 'entries'>): readonly Call[] {
  const top: OpenCall[] = [];
  const stacks = new Map<number, OpenCall[]>();
  const starters = new Map<number, OpenCall | undefined>();
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    if (before)
      for (const id of startedBetween(before, entry)) starters.set(id, stacks.get(before.process)?.at(-1));
    if (entry.event.kind !== 'line') return;
    const { depth, file, function: name, line } = entry.event;
    const stack = stacks.get(entry.process) ?? [];
    stacks.set(entry.process, stack);
    const running = stack[depth];
    stack.length = Math.min(stack.length, depth + 1);
    if (running?.file === file && running.function === name) return;
    stack.length = Math.min(stack.length, depth);
    const begins = depth === 0;
    const siblings = (begins ? starters.get(entry.process) : stack.at(-1))?.calls ?? top;
    let call = siblings.find((other) => other.file === file && other.function === name);
    if (!call) {
      call = { file, function: name, line, entry: entry.index, process: entry.process, begins, calls: [] };
      siblings.push(call);
    }
    stack.push(call);
  });
  return top;
}

/** Ids of the processes that are in the world at an entry and were not at the one before. */
function startedBetween(before: Entry, entry: Entry): number[] {
  const [was, is] = [before.world.processes, entry.world.processes];
  if (was === is) return [];
  return mapChanges(was, is).flatMap((change) => (change.before ? [] : [Number(change.key)]));
}
