import { t } from '../../i18n/t.ts';
import type { EventOf } from '../../runtime/stage/events.ts';
import { programWords } from '../../recording/words.ts';

/** That a Kubernetes Event is written. */
export function tellRecord({ program, about, reason, message }: EventOf<'event.record'>): string {
  const what = about.replace('/', ' ');
  return t`${programWords(program)} records an Event about ${what}: ${reason}, "${message}"`;
}

/** Why a Kubernetes Event is not written, or not yet. */
export function tellLostEvent(event: EventOf<'event.retry' | 'event.drop'>): string {
  const who = programWords(event.program);
  const what = event.about.replace('/', ' ');
  if (event.kind === 'event.retry')
    return t`${who} could not write an Event about ${what}, ${event.reason}, and will try again: ${event.error}`;
  const { reason } = event;
  switch (event.why) {
    case 'queue full':
      return t`${who} drops an Event about ${what}, ${reason}: the queue of a watcher is full`;
    case 'too many':
      return t`${who} leaves out an Event about ${what}, ${reason}: it has said too much about this object`;
    case 'refused':
      return t`${who} drops an Event about ${what}, ${reason}: the API server refused it`;
    case 'given up':
      return t`${who} gives up writing an Event about ${what}, ${reason}: it has tried often enough`;
  }
}
