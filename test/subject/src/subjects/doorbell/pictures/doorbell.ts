import { t } from '../../../i18n/t.ts';
import type { Picture } from '../../../components/picture/description.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';

/** The doors with their buttons, and the chime, which rings for one of them. */
export const picture: Picture = {
  blocks: ['board', 'table'],
  plan: () => ({
    shapes: { wide: '1 doors chime', narrow: `1 doors\n1 chime` },
    parts: {
      doors: { title: t`Doors`, hue: 'api' },
      chime: { title: t`chime`, hue: 'controller', opens: 'rings' },
    },
    pipes: { wire: { from: 'doors', to: 'chime' } },
  }),
  scene({ world, entry: { event } }) {
    const rings = event.kind === 'bell.ring';
    return {
      says: rings ? t`The chime rings: ${event.tone}.` : t`The chime, silent.`,
      parts: {
        doors: {
          blocks: [
            {
              kind: 'board',
              cells: mapEntries(world.programs)
                .filter(([name]) => name.startsWith('button-'))
                .map(([name]) => ({ id: name, text: name.slice('button-'.length) })),
            },
          ],
        },
        chime: {
          ...(rings && { tone: 'busy' }),
          blocks: [
            {
              kind: 'table',
              columns: [t`Door`, t`Times`],
              lines: mapEntries(world.rings).map(([door, times]) => ({
                id: door,
                cells: [door, String(times)],
              })),
              empty: t`The chime has not rung yet.`,
            },
          ],
        },
      },
    };
  },
  path({ entry: { event } }) {
    if (event.kind === 'bell.press') return ['doors', { pipe: 'wire', text: event.door }];
    return event.kind === 'bell.ring' ? [{ pipe: 'wire', text: event.door }, 'chime'] : ['doors'];
  },
};
