import { t } from '../../i18n/t.ts';
import type { Station } from '../../components/picture/blocks/road.tsx';
import type { Content, Tone } from '../../components/picture/description.ts';
import { countOf, lastPart } from '../../recording/words.ts';
import type { Attempt, Phase } from '../../runtime/subjects/scheduler/world.ts';
import type { Now } from './scheduler-now.ts';

/** The extension points that a pod passes before it is bound, as upstream calls them. */
const points = [
  ['preFilter', 'PreFilter'],
  ['filter', 'Filter'],
  ['postFilter', 'PostFilter'],
  ['score', 'Score'],
  ['reserve', 'Reserve'],
  ['permit', 'Permit'],
] as const satisfies readonly (readonly [Phase, string])[];

/** The pod that is being scheduled, and how far it has come through the extension points. */
export function cycleContent({ attempt, inCycle, state: { pod } }: Now): Content {
  const number = attempt && attempt.number > 1 ? { note: t`attempt ${attempt.number}` } : {};
  const failed = attempt?.result === 'unschedulable' || attempt?.result === 'error';
  const chip = inCycle !== undefined && {
    id: `pod:${inCycle}`,
    text: lastPart(inCycle),
    hue: 'scheduler' as const,
    tone: failed ? ('bad' as const) : ('busy' as const),
    ...number,
  };
  return {
    blocks: [
      {
        kind: 'chips',
        chips: chip ? [chip] : [],
        empty: pod === '' ? t`no pod yet` : t`free; the last was ${lastPart(pod)}`,
      },
      { kind: 'road', stations: points.map(([phase, title]) => station(attempt, phase, title)) },
    ],
  };
}

function station(attempt: Attempt | undefined, phase: Phase, title: string): Station {
  const tone = attempt && toneOf(attempt, phase);
  return { id: phase, title, text: (attempt && textOf(attempt, phase)) ?? '', ...(tone && { tone }) };
}

function toneOf(attempt: Attempt, phase: Phase): Tone | undefined {
  if (failsAt(attempt, phase)) return 'bad';
  if (attempt.entries[phase] === undefined) return undefined;
  return attempt.phase === phase && attempt.result === 'running' ? 'busy' : 'good';
}

/** True where it went no further: a later point may make up for it. */
function failsAt(
  { preFilter, filters, preemption, entries, result, phase, node }: Attempt,
  at: Phase,
): boolean {
  if (at === 'preFilter') return preFilter !== undefined;
  if (at === 'filter') return filters?.feasible === 0;
  if (at === 'postFilter') return entries.postFilter !== undefined && !preemption?.node;
  if (at === 'score') return result === 'error' && node === '' && (filters?.feasible ?? 0) > 0;
  return result === 'error' && phase === at;
}

function textOf({ filters, scores }: Attempt, phase: Phase): string | undefined {
  if (phase === 'score') return scores && countOf(scores.nodes.length, 'node');
  if (phase !== 'filter' || !filters) return undefined;
  return `${filters.feasible}/${filters.count}`;
}
