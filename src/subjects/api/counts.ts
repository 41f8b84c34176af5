import { t } from '../../i18n/t.ts';
import type { Counted } from '../../components/prose/counted.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import type { Event } from '../../runtime/stage/events.ts';

const isWrite = (event: Event, verb: 'create' | 'delete'): boolean =>
  event.kind === 'store.write' && event.verb === verb && event.resource === 'pods';

export const counts = (): readonly Counted[] => [
  { what: t`Pods made in all`, counts: (event) => isWrite(event, 'create'), always: true },
  { what: t`Pods removed in all`, counts: (event) => isWrite(event, 'delete') },
  {
    what: t`Pods in the end`,
    atEnd: ({ store }) => mapEntries(store.objects).filter(([key]) => key.startsWith('pods/')).length,
    always: true,
  },
  { what: t`Requests refused`, counts: ({ kind }) => kind === 'api.error' },
];
