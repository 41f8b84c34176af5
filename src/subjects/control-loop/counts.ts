import { t } from '../../i18n/t.ts';
import type { Counted } from '../../components/prose/counted.ts';

export const counts = (): readonly Counted[] => [
  {
    what: t`Syncs that failed`,
    counts: (event) => event.kind === 'workqueue.addAfter' && (event.failures ?? 0) > 0,
  },
];
