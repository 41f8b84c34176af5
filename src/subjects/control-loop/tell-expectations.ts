import { t } from '../../i18n/t.ts';
import type { EventOf } from '../../runtime/stage/events.ts';
import { countOf } from '../../recording/words.ts';

/** What a controller expects from now on, without a capital and a full stop. */
export function tellExpectations(event: EventOf<'expectations.change'>): string {
  const waits = [
    ...(event.add > 0 ? [countOf(event.add, 'creation')] : []),
    ...(event.del > 0 ? [countOf(event.del, 'deletion')] : []),
  ];
  const { key, why } = event;
  if (why === 'deleted') return t`the controller forgets what it expected of ${key}`;
  const what = waits.length > 1 ? t`${waits[0] ?? ''} and ${waits[1] ?? ''}` : waits[0];
  return what === undefined
    ? t`the controller of ${key} ${didWords(why)}, and waits for nothing more`
    : t`the controller of ${key} ${didWords(why)}, and waits to see ${what}`;
}

function didWords(why: Exclude<EventOf<'expectations.change'>['why'], 'deleted'>): string {
  switch (why) {
    case 'set':
      return t`sets its expectations`;
    case 'creation observed':
      return t`sees a creation`;
    case 'deletion observed':
      return t`sees a deletion`;
    case 'raised':
      return t`raises its expectations`;
    case 'lowered':
      return t`lowers its expectations`;
    default:
      return why satisfies never;
  }
}

/** What a controller found when it asked whether its expectations are met. */
export function tellCheck({ key, why }: EventOf<'expectations.check'>): string {
  return t`the controller checks its expectations of ${key}: ${checkedWords(why)}`;
}

function checkedWords(why: EventOf<'expectations.check'>['why']): string {
  switch (why) {
    case 'none recorded':
      return t`there are none, so it may create or delete`;
    case 'fulfilled':
      return t`it has seen all that it did, so it may create or delete again`;
    case 'expired':
      return t`they are too old to wait for, so it may create or delete again`;
    case 'still waiting':
      return t`its cache does not show yet what it did, so it must not create or delete`;
    case 'ignored':
      return t`its cache does not show yet what it did, but here it ignores that and goes on`;
    default:
      return why satisfies never;
  }
}
