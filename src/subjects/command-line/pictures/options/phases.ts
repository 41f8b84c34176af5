import type { Tone } from '../../../../components/picture/description.ts';
import type { Station } from '../../../../components/picture/blocks/road.tsx';

/** Phases of an execution, as cobra goes through them; those with one meaning stand together. */
const stations: readonly (readonly string[])[] = [
  ['find'],
  ['flags'],
  ['help', 'version'],
  ['args'],
  ['persistent pre-run', 'pre-run'],
  ['required flags'],
  ['run'],
  ['post-run', 'persistent post-run'],
];

function phaseTone(state: string): Tone | undefined {
  if (state.startsWith('error')) return 'bad';
  if (state === 'now') return 'busy';
  if (state === 'passed over' || state === 'not asked for') return 'off';
  return state === 'done' || state === 'asked for' ? 'good' : undefined;
}

const strongest: readonly Tone[] = ['bad', 'busy', 'good', 'off'];

/** The phases as stations of a road, by how each stands. */
export const stationsOf = (stateOf: (phase: string) => string): readonly Station[] =>
  stations.map((names) => {
    const tones = names.map((name) => phaseTone(stateOf(name)));
    const tone = strongest.find((one) => tones.includes(one));
    return { id: names[0] ?? '', title: names[0] ?? '', ...(tone && { tone }) };
  });
