import type { Command } from '../../kubernetes/vendor/github.com/spf13/cobra/command.ts';
import type { Config } from '../../kubernetes/cmd/kube-scheduler/app/config/config.ts';
import type { Options } from '../../kubernetes/cmd/kube-scheduler/app/options/options.ts';
import { extensionPoints } from '../../kubernetes/pkg/scheduler/apis/config/types.ts';
import type { Framework } from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import { newInTreeRegistry } from '../../kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import type { Scheduler } from '../../kubernetes/pkg/scheduler/scheduler.ts';
import { mapGet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import { around } from '../../stage/methods.ts';
import type { Observers } from '../../stage/subject.ts';
import { startup } from '../../stage/startup.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableRow, Trace } from '../../stage/world.ts';

/** From the command line of a scheduler to its loop: each part a row of a table, and a `startup` when it is made. */
export const schedulerStartObservers: Observers = {
  command: observeCommand,
  'scheduler-options': observeOptions,
  'scheduler-config': observeConfig,
  scheduler: observeScheduler,
};

/** What each part came from, in the order in which they are made. */
const madeBy = {
  command: 'NewSchedulerCommand',
  options: 'NewOptions, and the flags',
  config: 'Options.Config',
  'completed config': 'Config.Complete',
  scheduler: 'scheduler.New',
  run: 'Scheduler.Run',
} as const;

function show(trace: Trace, program: string, part: keyof typeof madeBy, now: string): void {
  const key = `${program}/parts`;
  if (!mapGet(trace.world.tables, key))
    showTable(trace, key, {
      title: 'From the command line to the loop',
      columns: ['Part', 'Made by', 'Now'],
      rows: [],
    });
  showRow(trace, key, { name: part, cells: [madeBy[part], now] });
}

const programNow = (): string => running()?.group ?? '';

function observeCommand(trace: Trace, _name: string, command: Command, sim: Sim): Command {
  let flags = 0;
  command.flags().visitAll(() => void flags++);
  show(trace, programNow(), 'command', `${flags} flags`);
  startup(sim, 'main', 'command', 'builds its command, with {0} flags', flags);
  return command;
}

function observeOptions(trace: Trace, _name: string, options: Options, sim: Sim): Options {
  return around(options, {
    validate: (own) => () => {
      const errors = own();
      show(trace, programNow(), 'options', `${errors.length} errors`);
      if (errors.length === 0) startup(sim, 'config', 'validate', 'finds nothing wrong with its options');
      return errors;
    },
  });
}

/** The configuration is there, and the clients and informers are not. */
function observeConfig(trace: Trace, _name: string, config: Config, sim: Sim): Config {
  const program = programNow();
  const { profiles } = config.componentConfig;
  show(trace, program, 'config', profiles.map(({ schedulerName }) => schedulerName).join(', '));
  startup(sim, 'config', 'made', 'turns its options into a configuration');
  return around(config, {
    complete: (own) => (made) => {
      const completed = own(made);
      const election = made.leaderElection ? 'with an election' : 'without an election';
      show(trace, program, 'completed config', `clients, informers, ${election}`);
      startup(sim, 'complete', 'complete', 'completes its configuration: its own client is let in');
      return completed;
    },
  });
}

function observeScheduler(trace: Trace, _name: string, sched: Scheduler, sim: Sim): Scheduler {
  const program = programNow();
  const profiles = [...sched.parts.profiles.values()];
  for (const fwk of profiles) showPlugins(trace, program, fwk, profiles.length > 1);
  const names = profiles.map((fwk) => fwk.profileName()).join(', ');
  show(trace, program, 'scheduler', names);
  startup(sim, 'scheduler', 'new', 'has a scheduler with a queue, a cache and the plugins of {0}', names);
  return around(sched, {
    run: (own) =>
      function* (ctx) {
        show(trace, program, 'run', 'takes pods from its queue');
        startup(sim, 'run', 'run', 'takes pods from its queue from now on');
        yield* own(ctx);
      },
  });
}

/** All plugins of the tree, and those of one's own: where a profile calls each, and with what weight. */
function showPlugins(trace: Trace, program: string, fwk: Framework, many: boolean): void {
  const config = fwk.listPlugins();
  const points = new Map<string, string[]>();
  const weights = new Map<string, number>();
  for (const point of extensionPoints)
    for (const { name, weight } of config[point]?.enabled ?? []) {
      points.set(name, [...(points.get(name) ?? []), point[0]!.toUpperCase() + point.slice(1)]);
      if (point === 'score') weights.set(name, weight || 1);
    }
  const registered = [...newInTreeRegistry().entries()].map(([name]) => name);
  const own = [...points.keys()].filter((name) => !registered.includes(name));
  const row = (name: string): TableRow => ({
    name,
    cells: [points.get(name)?.join(', ') ?? '', String(weights.get(name) ?? '')],
    ...(points.has(name) ? {} : { note: 'registered, and not on' }),
  });
  const of = many ? `/${fwk.profileName()}` : '';
  showTable(trace, `${program}/plugins${of}`, {
    title: 'Plugins',
    columns: ['Plugin', 'Called at', 'Weight'],
    rows: [...registered, ...own].map(row),
  });
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'scheduler-options': Options;
    readonly 'scheduler-config': Config;
    readonly scheduler: Scheduler;
  }
}
