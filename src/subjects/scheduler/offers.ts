import { t } from '../../i18n/t.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import { type Field, choice, wholeNumber } from '../../components/scope/acts/fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';

/** Is not in the default profile. It gives more to nodes that are fuller, and may take the place of another. */
const packing = 'NodeResourcesMostAllocated';

const most = 1_000_000;

/** Other weights, or one filter less, in the first profile of a scheduler. Names of fields say what is changed, and from what. */
const profile: Offer = {
  id: 'profile',
  about:
    'The scheduler starts again with these weights; 0 gives no score. Do it before a pod comes, and compare where it goes.',
  fields: ({ schedulers }) => {
    const [[program, state] = []] = mapEntries(schedulers);
    const [[profile, plugins] = []] = state ? mapEntries(state.profiles) : [];
    if (!plugins) return t`No scheduler has begun at this step.`;
    const { filter, score } = plugins;
    const packs = score.some(({ name }) => name === packing);
    return [
      choice(`${program} ${profile}`, t`Filters that are asked`, [
        { value: '', label: t`all` },
        ...filter.map((name) => ({ value: name, label: t`all but ${name}` })),
      ]),
      ...[...score, ...(packs ? [] : [{ name: packing, weight: 0 }])].map(({ name, weight }): Field => ({
        kind: 'number',
        name: `${name} ${weight}`,
        label: name,
        unit: t`now ${weight}`,
        // The form begins with something to try.
        value: String(weight || 1),
        least: 0,
        most,
      })),
    ];
  },
  build: (values) => {
    const [[of, filter] = ['', ''], ...numbers] = Object.entries(values);
    const [program = '', profile = ''] = of.split(' ');
    const given = numbers.map(([field]) => {
      const [name = '', before] = field.split(' ');
      return { name, before: Number(before), now: wholeNumber(values, field, name, 0, most) };
    });
    const problems = given.flatMap(({ now }) => (typeof now === 'number' ? [] : [now]));
    if (problems.length > 0) return problems;
    const changed = given.flatMap(({ name, before, now }) => (now === before ? [] : [[name, now as number]]));
    const weights = Object.fromEntries(changed);
    return { kind: 'profile', program, profile, weights, without: filter ? [filter] : [] };
  },
};

/** What a reader can do to a scheduler. */
export const offers: readonly Offer[] = [profile];
