import type { Hop } from './description.ts';
import { type Point, type Rect, offsetsOf } from './geometry.ts';
import type { PlacedPart, PlacedPipe } from './layout.ts';
import { chipSize } from './sizes.ts';
import { monoWidth } from './text-width.ts';

const svg = 'http://www.w3.org/2000/svg';

/** How long a hop, and a chip on its way, take at speed 1, in ms: all that goes between two told moments is over within 600. */
const hopMs = 420;
const allMs = 590;

const easing = 'cubic-bezier(0.4, 0, 0.3, 1)';

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where each chip of a frame stands, and in which part. */
export type ChipPlaces = ReadonlyMap<string, { readonly at: Rect; readonly part: string }>;

export function chipPlaces(parts: readonly PlacedPart[]): ChipPlaces {
  return new Map(
    parts.flatMap(({ id, chips }) => chips.map((at) => [at.chip.id, { at, part: id }] as const)),
  );
}

/** Sends hops along their pipes, one a little after the other, as elements of their own in `layer`. Gives what ends it at once. */
export function playHops(
  layer: SVGGElement,
  pipes: readonly PlacedPipe[],
  hops: readonly Hop[],
  speed: number,
): () => void {
  if (isStill() || hops.length === 0) return () => undefined;
  const durationMs = hopMs / Math.max(1, speed * 0.75);
  const apart = hops.length === 1 ? 0 : (allMs - hopMs) / (hops.length - 1);
  const ends = hops.flatMap((hop, i) => {
    const pipe = pipes.find(({ id }) => id === hop.pipe);
    if (!pipe) return [];
    const traveller = travellerOf(hop);
    layer.append(traveller);
    const points = hop.reverse ? pipe.points.toReversed() : pipe.points;
    const timing = { duration: durationMs, delay: i * apart, fill: 'both' } as const;
    const motion = traveller.animate(keyframes(points), { ...timing, easing });
    const fade = traveller.animate(
      [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }],
      timing,
    );
    motion.onfinish = () => traveller.remove();
    return [
      () => {
        motion.cancel();
        fade.cancel();
        traveller.remove();
      },
    ];
  });
  return () => {
    for (const end of ends) end();
  };
}

/** Moves each chip from where it stood to where it stands, along the pipe between the two parts if there is one; what is new comes up. */
export function moveChips(
  drawing: SVGElement,
  before: ChipPlaces,
  after: ChipPlaces,
  pipes: readonly PlacedPipe[],
): void {
  if (isStill()) return;
  for (const element of drawing.querySelectorAll<SVGGElement>('[data-chip]')) {
    const id = element.dataset.chip ?? '';
    const [was, is] = [before.get(id), after.get(id)];
    if (!is) continue;
    if (!was) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: hopMs, easing });
      continue;
    }
    if (was.at.x === is.at.x && was.at.y === is.at.y) continue;
    const way = was.part === is.part ? [] : wayBetween(pipes, was.part, is.part);
    const middle = { x: is.at.w / 2, y: is.at.h / 2 };
    const points = [was.at, ...way.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y })), is.at];
    element.animate(keyframes(points), { duration: hopMs, easing });
  }
}

function wayBetween(pipes: readonly PlacedPipe[], from: string, to: string): readonly Point[] {
  const there = pipes.find(({ pipe }) => pipe.from === from && pipe.to === to);
  if (there) return there.points;
  return pipes.find(({ pipe }) => pipe.from === to && pipe.to === from)?.points.toReversed() ?? [];
}

function keyframes(points: readonly Point[]): Keyframe[] {
  const offsets = offsetsOf(points);
  return points.map(({ x, y }, i) => ({ transform: `translate(${x}px, ${y}px)`, offset: offsets[i] ?? 1 }));
}

function travellerOf({ text = '', tone }: Hop): SVGGElement {
  const group = document.createElementNS(svg, 'g');
  group.setAttribute('class', 'picture-traveller');
  if (tone) group.dataset.tone = tone;
  const width = text === '' ? 12 : monoWidth(text, chipSize) + 14;
  const box = document.createElementNS(svg, 'rect');
  const high = text === '' ? 12 : 18;
  for (const [name, value] of Object.entries({
    x: -width / 2,
    y: -high / 2,
    width,
    height: high,
    rx: high / 2,
  }))
    box.setAttribute(name, String(value));
  const words = document.createElementNS(svg, 'text');
  words.setAttribute('y', '3.8');
  words.setAttribute('text-anchor', 'middle');
  words.textContent = text;
  group.append(box, words);
  return group;
}
