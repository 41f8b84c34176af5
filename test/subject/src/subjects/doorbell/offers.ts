import { t } from '../../i18n/t.ts';
import { choice } from '../../components/scope/acts/fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';

export const offers: readonly Offer[] = [
  {
    id: 'press',
    about: 'The chime rings for it, if it runs.',
    fields: ({ programs }) => {
      const doors = mapEntries(programs).flatMap(([name]) => /^button-(.+)$/.exec(name)?.[1] ?? []);
      return [
        choice(
          'door',
          t`Door`,
          doors.map((door) => ({ value: door, label: door })),
        ),
      ];
    },
    build: ({ door = '' }) => ({ kind: 'press', door }),
  },
];
