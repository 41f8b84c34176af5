import type { Pane } from '../../components/scope/panes/pane.ts';
import { expectationsModel, queueModel, queueNamed } from './controller-rows.ts';
import { eventsModel } from './event-rows.ts';
import { fifoModel, indexerModel } from './informer-rows.ts';

export const panes: readonly Pane[] = [
  {
    id: 'fifo',
    label: 'DeltaFIFO',
    about:
      'What a reflector has received and its informer has not yet handled: per key, what happened in order.',
    hue: 'informer',
    differs: (now, before) => now.world.informers !== before.world.informers,
    model: ({ world }) => fifoModel(world),
  },
  {
    id: 'indexer',
    label: 'Indexer',
    about: 'The cache that a controller reads in place of the API server. It may be behind.',
    hue: 'informer',
    differs: (now, before) => now.world.indexers !== before.world.indexers,
    model: ({ world }) => indexerModel(world),
  },
  {
    id: 'queue',
    label: 'Work queue',
    about:
      'The keys to reconcile. A key waits once however often it is added, and only one worker has it at a time.',
    hue: 'queue',
    differs: (now, before) => now.world.queues !== before.world.queues,
    model: ({ world, at }) => queueModel(world, at),
    section: (name, { world, at }) => queueNamed(name, world, at),
  },
  {
    id: 'expectations',
    label: 'Expectations',
    about: 'What a controller has done but not yet seen in its cache.',
    hue: 'controller',
    differs: (now, before) => now.world.expectations !== before.world.expectations,
    model: ({ world, at }) => expectationsModel(world, at),
  },
  {
    id: 'events',
    label: 'Events',
    about: 'What components told about objects, as "kubectl get events" lists it; the newest first.',
    differs: (now) => now.event.kind === 'event.record',
    model: ({ index }, entries) => eventsModel(entries, index),
  },
];
