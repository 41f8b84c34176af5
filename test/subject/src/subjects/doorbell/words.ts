import { t } from '../../i18n/t.ts';
import type { ActsOf, EventsOf, SubjectWords } from '../../recording/subjects.ts';

const events: EventsOf<'doorbell'> = {
  'bell.press': {
    fields: ['program', 'door'],
    tell: ({ door }) => t`somebody presses the button of the ${door} door`,
  },
  'bell.ring': {
    fields: ['program', 'door', 'tone'],
    tell: ({ door, tone }) => t`the chime rings for the ${door} door: ${tone}`,
    look: 'write',
    lane: 'chime',
    stop: 'API write',
  },
};

const acts: ActsOf<'doorbell'> = {
  press: {
    fields: { door: 'text' },
    words: ({ door }) => t`press the button of the ${door} door`,
    label: ({ door }) => t`press ${door}`,
    wish: ({ door }) => t`somebody wants to be let in at the ${door} door`,
  },
};

export const words: SubjectWords = {
  events,
  acts,
  offers: [{ id: 'press', title: 'press a button', place: 1, usual: true }],
  lanes: [{ id: 'chime', name: 'chime' }],
};
