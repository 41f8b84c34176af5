import type { GenericScheduler } from '../../kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import type {
  BindPlugin,
  FilterPlugin,
  Plugin,
  PostFilterPlugin,
  PreBindPlugin,
  PreFilterPlugin,
  PreScorePlugin,
  ReservePlugin,
  ScorePlugin,
} from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import { mapGet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';

/** A table of what an attempt has called so far: from scheduleOne down into each plugin. */
export const schedulerCallObservers: Observers = {
  'generic-scheduler': (trace, _name, g) => observeSteps(trace, g),
  'scheduler-cache': (trace, _name, cache) =>
    overriding(cache, {
      updateSnapshot: (snapshot) => {
        called(trace, 'Cache.UpdateSnapshot', 2);
        return cache.updateSnapshot(snapshot);
      },
    }),
  'scheduler-plugin': (trace, _name, plugin) => observeCalls(trace, plugin),
};

const title = 'From scheduleOne into the plugins';
const columns = ['Call', 'Times'];
const keyNow = (): string => `${running()?.group ?? ''}/calls`;

/** Starts over, with the next attempt. */
function begin(trace: Trace): void {
  showTable(trace, keyNow(), { title, columns, rows: [] });
  called(trace, 'scheduleOne', 0);
  called(trace, 'Schedule', 1);
}

/** Counts a call, `depth` calls below scheduleOne. */
function called(trace: Trace, name: string, depth: number): void {
  const key = keyNow();
  const before = mapGet(trace.world.tables, key)?.rows ?? [];
  const label = `${'· '.repeat(depth)}${name}`;
  const at = before.findIndex((row) => row.name === label);
  const times = at < 0 ? 1 : Number(before[at]?.cells[0]) + 1;
  const row = { name: label, cells: [String(times)] };
  showTable(trace, key, { title, columns, rows: at < 0 ? [...before, row] : before.with(at, row) });
}

function observeSteps(trace: Trace, g: GenericScheduler): GenericScheduler {
  return overriding(g, {
    schedule(...args) {
      begin(trace);
      return g.schedule(...args);
    },
    findNodesThatFitPod(...args) {
      called(trace, 'findNodesThatFitPod', 2);
      return g.findNodesThatFitPod(...args);
    },
    prioritizeNodes(...args) {
      called(trace, 'prioritizeNodes', 2);
      return g.prioritizeNodes(...args);
    },
    selectHost(...args) {
      called(trace, 'selectHost', 2);
      return g.selectHost(...args);
    },
  });
}

type AnyPlugin = Partial<
  PreFilterPlugin &
    FilterPlugin &
    PostFilterPlugin &
    PreScorePlugin &
    ScorePlugin &
    ReservePlugin &
    PreBindPlugin &
    BindPlugin
>;

/** By method, its name in Go, and how far below scheduleOne it is called. */
const methods = {
  preFilter: ['PreFilter', 3],
  filter: ['Filter', 3],
  preScore: ['PreScore', 3],
  score: ['Score', 3],
  postFilter: ['PostFilter', 1],
  reserve: ['Reserve', 1],
  preBind: ['PreBind', 1],
  bind: ['Bind', 1],
} as const;

function observeCalls(trace: Trace, plugin: Plugin): Plugin {
  const own = plugin as Plugin & Record<string, ((...args: unknown[]) => unknown) | undefined>;
  const watched: Record<string, unknown> = {};
  for (const [method, [name, depth]] of Object.entries(methods)) {
    if (!own[method]) continue;
    watched[method] = (...args: unknown[]) => {
      called(trace, `${plugin.name()}.${name}`, depth);
      return own[method]?.(...args);
    };
  }
  const extensions = (plugin as AnyPlugin).scoreExtensions?.();
  if (extensions)
    watched['scoreExtensions'] = () => ({
      normalizeScore(...args: Parameters<typeof extensions.normalizeScore>) {
        called(trace, `${plugin.name()}.NormalizeScore`, 3);
        return extensions.normalizeScore(...args);
      },
    });
  return overriding<Plugin>(plugin, watched as Partial<Plugin>);
}
