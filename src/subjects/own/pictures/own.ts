import { t } from '../../../i18n/t.ts';
import type { Picture } from '../../../components/picture/description.ts';
import { loopModel } from '../../control-loop/loop/model.ts';
import {
  clientsOf,
  informersOf,
  keysWord,
  loopParts,
  queueOf,
  queuePart,
  storeOf,
} from '../../control-loop/loop/parts.ts';
import { loopPath } from '../../control-loop/loop/path.ts';
import { managerOf, ownWords, resultsOf } from './own/parts.ts';
import { ownLoop, ownPrograms } from './own/loop.ts';

/** A control loop of a reader's own, as far as the programs have one: those without a queue read their caches and write. */
export const picture: Picture = {
  blocks: ['chips', 'groups', 'lines', 'queue', 'slots', 'table'],
  plan(recording) {
    const { queue, programs, informers } = ownPrograms(recording);
    // One informer needs less room, which what the manager prints and keeps has.
    const [middle, below] = informers.length > 1 ? [0.95, 1.48] : [0.4, 2.03];
    const last = queue === '' ? 'manager' : 'queue';
    return {
      shapes: {
        wide: `0.72 clients clients informers informers informers
               ${middle} store   store   informers informers informers
               ${below} store   store   manager   manager   ${last}`,
        narrow:
          queue === ''
            ? `0.7 clients clients
               2.3 store   informers
               1.6 manager manager`
            : `0.7 clients clients
               ${informers.length > 1 ? 2.15 : 1.6} store   informers
               0.92 store   queue
               ${informers.length > 1 ? 1.27 : 1.82} manager manager`,
      },
      tall: 640,
      parts: {
        ...loopParts(),
        ...(queue !== '' && { queue: queuePart() }),
        manager: {
          title: programs.length > 1 ? t`Managers` : (programs[0] ?? t`Manager`),
          hue: 'controller',
          opens: 'goroutines',
        },
      },
      pipes: {
        acts: { from: 'clients', to: 'store' },
        watch: { from: 'store', to: 'informers' },
        ...(queue === ''
          ? { reads: { from: 'informers', to: 'manager', says: t`reads`, dashed: true } as const }
          : {
              wake: { from: 'informers', to: 'queue', says: keysWord() },
              take: { from: 'queue', to: 'manager' },
            }),
        requests: { from: 'manager', to: 'store' },
      },
    };
  },
  scene(frame) {
    const { programs, queue } = ownPrograms(frame.recording);
    const model = loopModel(frame, ownLoop(frame.recording, frame.world));
    const store = storeOf(model, frame);
    return {
      says: ownWords(model, frame, programs),
      parts: {
        clients: clientsOf(frame, (name) => programs.includes(name)),
        store: { ...store, blocks: [...resultsOf(frame), ...(store.blocks ?? [])] },
        informers: informersOf(model.lanes, frame.entry),
        ...(queue !== '' && { queue: queueOf(model) }),
        manager: managerOf(model, frame, programs),
      },
    };
  },
  path(frame) {
    const { programs } = ownPrograms(frame.recording);
    const loop = ownLoop(frame.recording, frame.world);
    const steps = loopPath(frame, { loop, isOwn: (name) => programs.includes(name) });
    return steps.map((step) => (step === 'workers' ? 'manager' : step));
  },
};
