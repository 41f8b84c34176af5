import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { chips, holds, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture, Scene, Tone } from '../../../components/picture/description.ts';
import type { Way } from '../../../components/picture/ways.ts';
import type { Line } from '../../../components/picture/blocks/lines.tsx';
import { resultWords } from '../pane/scheduler-words.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, listed } from '../../../recording/words.ts';
import { emptyMap, mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { DomainMeasure } from '../../../runtime/subjects/scheduler/domains.ts';
import type {
  Attempt,
  CachedNode,
  QueuePlace,
  SchedulerState,
} from '../../../runtime/subjects/scheduler/world.ts';
import { cycleContent } from '../cycle-road.ts';
import { nodeCards } from '../node-cards.ts';
import { type Now, nowOf, viewsOf } from '../scheduler-now.ts';
import { schedulerPath } from '../scheduler-path.ts';

/** With more zones than this, the rest share a part. */
const mostZones = 5;

/** The zones that nodes of a run are in, and behind them that of nodes without any. */
const zonesOf = memoize(({ entries }: Recording): readonly string[] => {
  const [, state] = mapEntries(entries.at(-1)?.world.schedulers ?? emptyMap<SchedulerState>())[0] ?? [];
  const zones = new Set(state ? mapEntries(state.nodes).map(([, { zone }]) => zone) : []);
  const named = [...zones].filter((zone) => zone !== '').sort();
  return [...named.slice(0, mostZones), ...(zones.has('') || named.length === 0 ? [''] : [])].slice(
    0,
    mostZones,
  );
});

/** The part of a zone. */
const partOf = (zones: readonly string[], zone: string): string =>
  `zone${Math.max(0, zones.indexOf(zone) < 0 ? zones.length - 1 : zones.indexOf(zone))}`;

/** Height of the narrow shape, and of the cycle in it. */
const [tall, cycleHigh] = [640, 186];

/** Two in a row. */
const pairsOf = (ids: readonly string[]): string[] =>
  ids.flatMap((id, i) => (i % 2 === 0 ? [`${across(id, 3)}${across(ids[i + 1] ?? id, 3)}`] : []));

/** Where pods are to be near others, or away from them: the nodes zone by zone, each with what is counted there. */
export const picture: Picture = {
  blocks: ['cards', 'chips', 'lines', 'road'],
  plan(recording) {
    const zones = zonesOf(recording);
    const ids = zones.map((zone) => partOf(zones, zone));
    const row = ids.length < 4 ? ids.map((id) => across(id, 6 / ids.length)) : ids;
    const head = `queue${' cycle'.repeat(ids.length < 4 ? 5 : ids.length - 1)}`;
    const rows = ids.length < 4 ? ids.map((id) => across(id, 6)) : pairsOf(ids);
    const high = (tall - (cycleHigh + 26 * rows.length)) / rows.length;
    return {
      tall,
      shapes: {
        wide: `1 ${head}\n2.4 ${row.join(' ')}`,
        narrow: [`${cycleHigh / high} queue queue cycle cycle cycle cycle`, ...rows].join('\n'),
      },
      parts: {
        queue: { title: t`Queue`, hue: 'queue', opens: 'attempt' },
        cycle: { title: 'scheduleOne', hue: 'scheduler', opens: 'attempt' },
        ...Object.fromEntries(
          zones.map((zone, i) => [
            ids[i] as string,
            { title: zone === '' ? t`no zone` : zone, hue: 'kubelet' as const, opens: 'attempt' },
          ]),
        ),
      },
      pipes: { pop: { from: 'queue', to: 'cycle' } },
    };
  },
  scene(frame): Scene {
    const now = nowOf(frame);
    if (!now) return { says: t`The scheduler has not been started yet.`, parts: {} };
    const { attempt, state } = now;
    const zones = zonesOf(frame.recording);
    const nodes = viewsOf(frame.recording).nodes.of(state.nodes);
    const parts = zones.map((zone): [string, Content] => {
      const part = partOf(zones, zone);
      const own = nodes.filter((node) => partOf(zones, node.zone) === part);
      const { cards, more } = nodeCards(now, own);
      const lines = attempt && zone !== '' ? countsOf(attempt, zone) : [];
      // Nodes stand at the same height, whether anything is counted or not.
      const counted = lines.length === 0 ? text('') : text(...lines);
      const unzoned = cards.map(({ note: _, ...card }) => card);
      return [part, holds(counted, { kind: 'cards', cards: unzoned, more })];
    });
    return {
      says: saysOf(now, zones),
      parts: { queue: queueOf(frame, now), cycle: cycleContent(now), ...Object.fromEntries(parts) },
    };
  },
  path: pathOf,
};

function pathOf(frame: Frame): Way {
  const zones = zonesOf(frame.recording);
  return schedulerPath(frame).flatMap((step): Way => {
    if (step === 'nodes') return zonesTouched(frame, zones);
    if (typeof step === 'string') return [places[step] ?? step];
    if (step.pipe === 'again' || step.pipe === 'aside') return [{ ...step, pipe: 'pop', reverse: true }];
    return step.pipe === 'pop' ? [step] : [];
  });
}

const places: Readonly<Record<string, string>> = {
  api: 'queue',
  active: 'queue',
  backoff: 'queue',
  unschedulable: 'queue',
  binding: 'cycle',
};

/** The zone of the node that an entry is about, or all of them. */
function zonesTouched(frame: Frame, zones: readonly string[]): string[] {
  const { event } = frame.entry;
  const name = 'node' in event && typeof event.node === 'string' ? event.node : '';
  const node = mapGet(nowOf(frame)?.state.nodes ?? emptyMap<CachedNode>(), name);
  return node ? [partOf(zones, node.zone)] : zones.map((zone) => partOf(zones, zone));
}

const queueTones: Readonly<Partial<Record<QueuePlace, Tone>>> = { unschedulable: 'bad', backoff: 'wait' };

function queueOf({ recording }: Frame, { state }: Now): Content {
  const { active, backoff, unschedulable } = viewsOf(recording);
  const pods = [active, backoff, unschedulable].flatMap((view) => view.of(state.queue.pods).slice(0, 8));
  const named = pods.map(({ pod, place }): Chip => {
    return { id: `pod:${pod}`, text: lastPart(pod), hue: 'queue', tone: queueTones[place] };
  });
  return holds(chips(named, { empty: t`empty` }));
}

/** What decides about a zone: the skew that the pod would make, and pods that it is to be near to, or away from. */
function countsOf({ spread = [], domains }: Attempt, zone: string): Line[] {
  const skews = spread.flatMap(({ counts, self, min, maxSkew }): Line[] => {
    const count = counts.find(([value]) => value === zone)?.[1];
    if (count === undefined) return [];
    const skew = count + self - min;
    const sum = t`skew ${`${count}+${self}−${min} = ${skew}`}`;
    return skew > maxSkew
      ? [{ label: '✕', text: `${sum} > ${maxSkew}`, tone: 'bad' }]
      : [{ label: '✓', text: `${sum} ≤ ${maxSkew}` }];
  });
  const words: Readonly<Record<DomainMeasure, string>> = {
    affinity: t`pods to be near to:`,
    antiAffinity: t`pods to be away from:`,
    existingAntiAffinity: t`pods that keep it away:`,
    preference: t`preference:`,
  };
  const asked = new Set(domains?.asks.filter(({ key }) => isZone(key)).map(({ of }) => of));
  const counts = domains?.counts.filter(({ key, value }) => isZone(key) && value === zone) ?? [];
  const none = [...asked]
    .filter((of) => counts.every((one) => one.of !== of))
    .map((of) => ({ of, count: 0 }));
  return [
    ...skews,
    ...[...counts, ...none].map(({ of, count }): Line => ({ label: words[of], text: String(count) })),
  ];
}

const isZone = (key: string): boolean => key.endsWith('/zone');

function saysOf({ attempt, state }: Now, zones: readonly string[]): string {
  if (!attempt)
    return state.pod === '' ? t`No pod has been tried yet.` : t`${state.pod} has been taken from the queue.`;
  const counts = zones.flatMap((zone) => {
    const lines = zone === '' ? [] : countsOf(attempt, zone);
    return lines.length === 0
      ? []
      : [`${zone} ${listed(lines.map(({ label = '', text }) => `${label} ${text}`))}`];
  });
  const words = `${attempt.pod}: ${resultWords(attempt)}.`;
  return counts.length === 0 ? words : `${words} ${counts.join('; ')}.`;
}
