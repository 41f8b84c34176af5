import type { Entry } from '../../../runtime/stage/world.ts';

/** What `player.openPane` names. */
export type PaneId =
  | 'store'
  | 'watch'
  | 'fifo'
  | 'indexer'
  | 'queue'
  | 'expectations'
  | 'nodes'
  | 'goroutines'
  | 'events'
  | 'state';

export interface Pane {
  readonly id: PaneId;
  readonly label: string;
  /** One sentence under the tabs: what this is. */
  readonly about: string;
  /** The kind of component whose hue marks the tab. */
  readonly hue?: 'api' | 'informer' | 'queue' | 'controller' | 'scheduler' | 'kubelet';
  /** Whether a step changed what it shows, told from the identity of immutable parts. */
  readonly differs: (now: Entry, before: Entry) => boolean;
}

/** The panes in the order of their tabs: from the store, round the loop, to what surrounds it. */
export const panes: readonly Pane[] = [
  {
    id: 'store',
    label: 'Store',
    about: 'What the API server keeps. Each write takes the next revision.',
    hue: 'api',
    differs: (now, before) => now.world.store !== before.world.store,
  },
  {
    id: 'watch',
    label: 'Watches',
    about: 'The connections over which the API server tells programs what was written.',
    hue: 'api',
    differs: (now, before) => now.world.watches !== before.world.watches,
  },
  {
    id: 'fifo',
    label: 'DeltaFIFO',
    about:
      'What a reflector has received and its informer has not yet handled: per key, what happened in order.',
    hue: 'informer',
    differs: (now, before) => now.world.informers !== before.world.informers,
  },
  {
    id: 'indexer',
    label: 'Indexer',
    about: 'The cache that a controller reads in place of the API server. It may be behind.',
    hue: 'informer',
    differs: (now, before) => now.world.indexers !== before.world.indexers,
  },
  {
    id: 'queue',
    label: 'Work queue',
    about:
      'The keys to reconcile. A key waits once however often it is added, and only one worker has it at a time.',
    hue: 'queue',
    differs: (now, before) => now.world.queues !== before.world.queues,
  },
  {
    id: 'expectations',
    label: 'Expectations',
    about: 'What a controller has done and not yet seen in its cache.',
    hue: 'controller',
    differs: (now, before) => now.world.expectations !== before.world.expectations,
  },
  {
    id: 'nodes',
    label: 'Nodes',
    about: 'The nodes in the store, each with the pods bound to it.',
    hue: 'kubelet',
    differs: (now, before) => now.world.store !== before.world.store,
  },
  {
    id: 'goroutines',
    label: 'Goroutines',
    about: 'Every live process, by program, and what it waits for.',
    differs: (now, before) => now.world.processes !== before.world.processes,
  },
  {
    id: 'events',
    label: 'Events',
    about: 'What components told about objects, as "kubectl get events" lists it; the newest first.',
    differs: (now) => now.event.kind === 'event.record',
  },
  {
    id: 'state',
    label: 'State',
    about: 'What components hold and show of it: options, registries, records, each as a table.',
    differs: (now, before) => now.world.tables !== before.world.tables,
  },
];
