import { type LineHook, setLineHook } from '../../src/instrument/hook.ts';
import { preview } from '../../src/instrument/preview.ts';
import { podPassesFiltersOnNode } from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type PluginToStatus,
  isSuccess,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { listed } from '../../src/recording/words.ts';
import { t } from '../../src/i18n/t.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import type { Decided } from './decide.ts';
import type { LoadedPlugins } from './edited-plugins.ts';
import { tryAgain, withAllFilters } from './explain.ts';
import { filesOf } from './plugin-files.ts';
import { runScheduler } from './run-scheduler.ts';
import type { Try } from './watch-scheduler.ts';

/** A verdict of which the code is asked for. */
export interface VerdictOf {
  readonly pod: string;
  /** Number of the attempt. */
  readonly attempt: number;
  readonly node: string;
  readonly plugin: string;
  readonly point: 'filter' | 'score';
}

/** A line that ran, and what the names in it held. */
export interface RanLine {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly locals: Readonly<Record<string, string>>;
}

/** The lines of a plugin that ran for one node, the deciding one last, and what came of them. */
export interface TracedVerdict {
  readonly of: VerdictOf;
  readonly files: readonly string[];
  readonly lines: readonly RanLine[];
  /** Lines before those, that are not kept. */
  readonly left: number;
  readonly says: string;
}

/** Lines that are kept: the last of them. */
const mostLines = 500;

/**
 * Runs the scheduler again up to an attempt of a pod, and asks a plugin about a node once more, line by line.
 * `plugins` has the files of that plugin so that they tell their lines. Undefined where there is no such attempt, node or plugin.
 */
export function traceVerdict(
  { inputs }: Decided,
  plugins: LoadedPlugins,
  of: VerdictOf,
): TracedVerdict | undefined {
  let traced: TracedVerdict | undefined;
  const look = (tried: Try): boolean => {
    if (tried.number < of.attempt) return false;
    traced = of.point === 'filter' ? traceFilter(tried, of) : traceScore(tried, of);
    return true;
  };
  const { registry } = plugins;
  const [, err] = runScheduler({ ...inputs, registry }, { probe: { pod: of.pod, look } });
  if (err) throw err;
  return traced;
}

function traceFilter(tried: Try, of: VerdictOf): TracedVerdict | undefined {
  const { pod, fwk, snapshot } = tried;
  const plugin = fwk.plugins.filter.find((one) => one.name() === of.plugin);
  const info = snapshot.list().find((one) => one.name === of.node);
  if (!plugin || !info) return undefined;
  const state = newCycleState();
  fwk.runPreFilterPlugins(state, pod);
  let traced: TracedVerdict | undefined;
  let refused = false;
  const handle = withAllFilters(tried, (stateNow, infoNow): PluginToStatus => {
    // With pods that are promised the room, and without: told is the one that refuses, else the last.
    if (refused) return new Map();
    const told = toldBy(filesOf(of.plugin), () => plugin.filter(stateNow, pod, infoNow));
    const { result: status, ...lines } = told;
    refused = status !== undefined && !isSuccess(status);
    traced = {
      of,
      files: filesOf(of.plugin),
      ...lines,
      says: refused ? listed(status?.reasons ?? []) : t`it passes`,
    };
    return status && refused ? new Map([[of.plugin, status]]) : new Map();
  });
  podPassesFiltersOnNode(handle, state, pod, info);
  return traced;
}

function traceScore(tried: Try, of: VerdictOf): TracedVerdict | undefined {
  const { pod, fwk, snapshot } = tried;
  const plugin = fwk.plugins.score.find((one) => one.name() === of.plugin);
  const [attempt] = mapGet(tryAgain(tried).attempts, of.pod) ?? [];
  const scored = new Set(attempt?.scores?.nodes);
  if (!plugin || !scored.has(of.node)) return undefined;
  const state = newCycleState();
  fwk.runPreFilterPlugins(state, pod);
  const among = snapshot.list().flatMap((info) => info.node() ?? []);
  fwk.runPreScorePlugins(
    state,
    pod,
    among.filter(({ metadata }) => scored.has(metadata.name)),
  );
  const { result, ...lines } = toldBy(filesOf(of.plugin), () => plugin.score(state, pod, of.node));
  const [given] = result;
  return {
    of,
    files: filesOf(of.plugin),
    ...lines,
    says: t`it gives ${given}, before all nodes are compared`,
  };
}

/** Runs something, and notes the lines of some files that run meanwhile. */
function toldBy<T>(
  files: readonly string[],
  run: () => T,
): { readonly result: T; readonly lines: readonly RanLine[]; readonly left: number } {
  const lines: RanLine[] = [];
  let left = 0;
  const hook: LineHook = {
    enter() {},
    leave() {},
    line(file, line, name, values) {
      if (!files.includes(file)) return;
      const locals = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, preview(value)]));
      lines.push({ file, line, function: name, locals });
      if (lines.length > mostLines) {
        lines.shift();
        left++;
      }
    },
  };
  const before = setLineHook(hook);
  try {
    return { result: run(), lines, left };
  } finally {
    setLineHook(before);
  }
}
