import { t } from '../../i18n/t.ts';
import type { Waited } from '../../runtime/sim/because.ts';
import type { Event } from '../../runtime/stage/events.ts';
import type { LeaderEvent } from '../../runtime/subjects/leader-election/events.ts';
import type { EventsOf, SubjectWords } from '../../recording/subjects.ts';
import { durationWords, programWords, roughWords } from '../../recording/words.ts';

const events: EventsOf<'leader-election'> = {
  'leader.acquired': { fields: ['program', 'lock', 'from', 'transitions'], tell, look: 'write' },
  'leader.renewed': {
    fields: ['program', 'lock'],
    tell,
    why: (_event, waited) => waited && t`it renews the lock every ${roughWords(waited.ms)}`,
    look: 'write',
    folds: [],
  },
  'leader.released': { fields: ['program', 'lock'], tell },
  'leader.observed': { fields: ['program', 'lock', 'holder'], tell, why: looks, folds: [] },
  'leader.waits': {
    fields: ['program', 'lock', 'holder', 'leftMs'],
    tell,
    why: looks,
    folds: ['leftMs'],
  },
  'leader.failed': {
    fields: ['program', 'lock', 'leading', 'what', 'message'],
    tell,
    why: deadline,
    look: 'error',
  },
  'leader.reported': { fields: ['program', 'lock', 'holder'], tell },
  'leader.lost': { fields: ['program', 'lock', 'led'], tell, why: deadline, look: 'error' },
};

export const words: SubjectWords = { events, kinds: { leases: 'Lease' } };

function looks(_event: LeaderEvent, waited: Waited | undefined, { kind }: Event): string | undefined {
  if (waited) return t`it looks at the lock again after ${roughWords(waited.ms)}`;
  return kind === 'startup' || kind === 'program.start'
    ? t`it looks at the lock as soon as it can`
    : undefined;
}

/** Nothing but the deadline ends an attempt to renew. */
function deadline(_event: LeaderEvent, waited: Waited | undefined): string | undefined {
  return waited && t`its renew deadline of ${roughWords(waited.ms)} is over`;
}

/** An identity without the random part that tells processes on one host apart. */
const holderWords = (identity: string): string =>
  identity.replace(/_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '');

/** What happened in an election, without capital and full stop. */
function tell(event: LeaderEvent): string {
  const who = programWords(event.program);
  const { lock } = event;
  switch (event.kind) {
    case 'leader.acquired':
      return event.from === ''
        ? t`${who} takes the lock ${lock}, which had no holder: it leads`
        : t`${who} takes the lock ${lock} over from ${holderWords(event.from)}: it leads, transition ${event.transitions}`;
    case 'leader.renewed':
      return t`${who} has renewed the lock ${lock}: it goes on leading`;
    case 'leader.released':
      return t`${who} gives the lock ${lock} away: anyone may take it at once`;
    case 'leader.observed':
      return t`${who} sees that ${holderWords(event.holder)} has written the lock ${lock}, and starts its count again`;
    case 'leader.waits':
      return t`${who} sees the lock ${lock} unchanged: ${durationWords(event.leftMs)} are left until it may take it from ${holderWords(event.holder)}`;
    case 'leader.failed':
      return event.leading
        ? t`${who} cannot renew the lock ${lock}: ${event.message}`
        : t`${who} cannot acquire the lock ${lock}: ${event.message}`;
    case 'leader.reported':
      return t`${who} hears of a new leader: ${holderWords(event.holder)}`;
    case 'leader.lost':
      return event.led
        ? t`${who} no longer leads by the lock ${lock}`
        : t`${who} stops waiting for the lock ${lock}`;
    default:
      return event satisfies never;
  }
}
