import type { Pane } from '../../components/scope/panes/pane.ts';
import { goroutinesModel } from './goroutine-rows.ts';
import { hasTables, stateModel } from './state-rows.ts';

export const panes: readonly Pane[] = [
  {
    id: 'goroutines',
    label: 'Goroutines',
    about: 'Every live process, by program, and what it waits for.',
    differs: (now, before) => now.world.processes !== before.world.processes,
    model: ({ world, at, process }) => goroutinesModel(world, at, process),
  },
  {
    id: 'state',
    label: 'State',
    about: 'What components hold and show of it: options, registries, records, each as a table.',
    differs: (now, before) => now.world.tables !== before.world.tables,
    // Most runs have none.
    hasTab: hasTables,
    model: ({ world, index }, entries, among) => stateModel(world, { entries, index, panes: among }),
  },
];
