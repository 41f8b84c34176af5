import { t } from '../../../i18n/t.ts';
import type { Picture } from '../../../components/picture/description.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { loopModel, loopOf } from '../loop/model.ts';
import {
  clientsOf,
  informersOf,
  keysWord,
  loopParts,
  queueOf,
  queuePart,
  storeOf,
  workersOf,
} from '../loop/parts.ts';
import { loopPath } from '../loop/path.ts';
import { loopWords } from '../loop/words.ts';

const ownerOf = memoize((recording: Recording) => {
  const loop = loopOf(recording);
  return { loop, isOwn: (program: string): boolean => program.startsWith(loop.program) };
});

/** Any control loop: the store, informers that look at it, a queue of keys, and workers that change the store. */
export const picture: Picture = {
  blocks: ['chips', 'groups', 'lines', 'queue', 'slots'],
  plan: () => ({
    shapes: {
      wide: `0.72 clients clients informers informers informers
             1.15 store   store   informers informers informers
             1.28 store   store   workers   workers   queue`,
      narrow: `0.7 clients clients
               2.1 store   informers
               0.95 store   queue
               1.2 workers workers`,
    },
    tall: 640,
    parts: {
      ...loopParts(),
      queue: queuePart(),
      workers: { title: t`Controller`, hue: 'controller', opens: 'expectations' },
    },
    pipes: {
      acts: { from: 'clients', to: 'store' },
      watch: { from: 'store', to: 'informers' },
      wake: { from: 'informers', to: 'queue', says: keysWord() },
      take: { from: 'queue', to: 'workers' },
      requests: { from: 'workers', to: 'store' },
    },
  }),
  scene(frame) {
    const model = loopModel(frame);
    return {
      says: loopWords(model),
      parts: {
        clients: clientsOf(frame, ownerOf(frame.recording).isOwn),
        store: storeOf(model, frame),
        informers: informersOf(model.lanes, frame.entry),
        queue: queueOf(model),
        workers: workersOf(model),
      },
    };
  },
  path: (frame) => loopPath(frame, ownerOf(frame.recording)),
};
