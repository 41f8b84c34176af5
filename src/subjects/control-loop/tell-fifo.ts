import { t } from '../../i18n/t.ts';
import type { EventOf } from '../../runtime/stage/events.ts';
import { listed, objectWords, programWords, splitName } from '../../recording/words.ts';

/** An informer as a sentence says it: "pods in kube-controller-manager". */
export function informerWords(informer: string): string {
  const { program, resource } = splitName(informer);
  return t`${resource} in ${programWords(program)}`;
}

/** What a DeltaFIFO or a RealFIFO is given, and what it gives. */
export function tellFIFO(event: EventOf<'fifo.add' | 'fifo.pop'>): string {
  const { resource } = splitName(event.informer);
  const what = objectWords(resource, event.key);
  if (event.inOrder) return tellRealFIFO(event, what);
  if (event.kind === 'fifo.add' && event.tombstone !== undefined)
    return t`the DeltaFIFO of ${informerWords(event.informer)} notes ${event.delta} for ${what}, with a tombstone`;
  if (event.kind === 'fifo.add')
    return t`the DeltaFIFO of ${informerWords(event.informer)} notes ${event.delta} for ${what}`;
  return t`the informer of ${informerWords(event.informer)} takes ${what} from its DeltaFIFO: ${listed(event.deltas)}`;
}

/** What is about all objects has its own name for a key. */
function tellRealFIFO(event: EventOf<'fifo.add' | 'fifo.pop'>, what: string): string {
  const whose = informerWords(event.informer);
  const [type = ''] = event.kind === 'fifo.add' ? [event.delta] : event.deltas;
  if (event.kind === 'fifo.add')
    return type === event.key
      ? t`the RealFIFO of ${whose} notes ${type}, about all objects at once`
      : event.tombstone !== undefined
        ? t`the RealFIFO of ${whose} notes ${type} for ${what}, with a tombstone`
        : t`the RealFIFO of ${whose} notes ${type} for ${what}`;
  return type === event.key
    ? t`the informer of ${whose} takes ${type}, about all objects at once, from its RealFIFO`
    : t`the informer of ${whose} takes ${what} from its RealFIFO: ${type}`;
}
