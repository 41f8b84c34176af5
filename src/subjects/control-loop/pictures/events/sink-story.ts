import { t } from '../../../../i18n/t.ts';
import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import type { Event } from '../../../../runtime/stage/events.ts';

/** An Event that the sink has in hand. */
export interface Sent {
  readonly about: string;
  readonly reason: string;
  /** How often it was tried without success. */
  readonly failed: number;
  readonly state: 'sending' | 'stored' | 'dropped';
}

/** What the sink has in hand after each entry; undefined before its first Event. */
export const sentOf = memoize(({ entries }: Recording): readonly (Sent | undefined)[] => {
  let now: Sent | undefined;
  return entries.map(({ event }) => (now = after(now, event)));
});

function after(now: Sent | undefined, event: Event): Sent | undefined {
  switch (event.kind) {
    case 'event.record': {
      const { about, reason } = event;
      const again =
        now?.state === 'sending' && now.failed > 0 && now.about === about && now.reason === reason;
      return { about, reason, failed: again && now ? now.failed : 0, state: 'sending' };
    }
    case 'event.retry':
      return now && { ...now, failed: event.attempt };
    case 'event.drop':
      return now && (event.why === 'refused' || event.why === 'given up')
        ? { ...now, state: 'dropped' }
        : now;
    case 'store.write':
      return now && event.resource === 'events' ? { ...now, state: 'stored' } : now;
    default:
      return now;
  }
}

/** How often a correlator has seen what is alike, and the count that was written or how often it was left out. */
export const seenWords = (seen: string, count: string, left: string): string => {
  if (left !== '0') return t`seen ${seen}, left out ${left}`;
  return count === seen ? t`seen ${seen}` : t`seen ${seen}, count ${count}`;
};
