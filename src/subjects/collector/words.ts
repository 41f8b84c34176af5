import { t } from '../../i18n/t.ts';
import type { EventOf } from '../../runtime/stage/events.ts';
import type { EventsOf, SubjectWords } from '../../recording/subjects.ts';
import { listed } from '../../recording/words.ts';

const events: EventsOf<'collector'> = {
  'gc.graph': { fields: ['verb', 'object', 'virtual'], tell: tellGraph, folds: ['object'] },
  'gc.classify': { fields: ['object', 'solid', 'dangling', 'waiting'], tell: tellClassify },
  'gc.error': { fields: ['object', 'message'], tell: tellCollectorError },
  'namespace.content': {
    fields: ['namespace', 'resource', 'remaining', 'estimateSeconds'],
    tell: tellContent,
    folds: ['resource'],
  },
};

export const words: SubjectWords = {
  events,
  laneOf: ({ kind }) => (kind.startsWith('gc.') || kind.startsWith('namespace.') ? 'controller' : undefined),
};

/** What the garbage collector learns of an object, without a capital and a full stop. */
function tellGraph({ verb, object, virtual }: EventOf<'gc.graph'>): string {
  if (virtual) return t`the garbage collector's graph hears that ${object} is not there`;
  switch (verb) {
    case 'add':
      return t`the garbage collector's graph takes in ${object}`;
    case 'update':
      return t`the garbage collector's graph looks at what changed in ${object}`;
    case 'delete':
      return t`the garbage collector's graph lets go of ${object}`;
    default:
      return verb satisfies never;
  }
}

/** What the garbage collector found when it looked for the owners of an object. */
function tellClassify({ object, solid, dangling, waiting }: EventOf<'gc.classify'>): string {
  if (solid.length > 0 && dangling.length === 0 && waiting.length === 0)
    return t`the garbage collector finds the owner of ${object}, ${listed(solid)}: it stays`;
  if (solid.length > 0)
    return t`the garbage collector finds an owner of ${object}, ${listed(solid)}: it stays, without its other owners`;
  if (waiting.length > 0)
    return t`the garbage collector finds that ${listed(waiting)} waits for ${object} to be gone: it must go`;
  return t`the garbage collector finds no owner of ${object}, since ${listed(dangling)} is gone: it must go`;
}

/** What the garbage collector failed to do. */
function tellCollectorError({ object, message }: EventOf<'gc.error'>): string {
  return t`the garbage collector is not done with ${object}: "${message}"`;
}

/** What the namespace controller found after it deleted all of one resource in a namespace. */
function tellContent(event: EventOf<'namespace.content'>): string {
  const { namespace, resource, remaining, estimateSeconds } = event;
  if (remaining === 0) return t`the namespace controller finds no ${resource} left in ${namespace}`;
  if (estimateSeconds === 0)
    return t`the namespace controller finds ${remaining} of ${resource} left in ${namespace}, and does not know why`;
  return t`the namespace controller finds ${remaining} of ${resource} left in ${namespace}, and expects them to be gone in ${estimateSeconds} s`;
}
