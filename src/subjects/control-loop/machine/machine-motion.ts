import { offsetsOf } from './machine-geometry.ts';
import type { MachineLayout } from './machine-parts.ts';
import type { Hop } from './machine-tokens.ts';

const svg = 'http://www.w3.org/2000/svg';

/** How long one hop takes at speed 1, in ms. */
const hopMs = 520;

/**
 * Sends hops along their pipes, one a little after the other, as elements of their own in `layer`. Nothing travels
 * where the reader asked for reduced motion. Gives what ends it at once.
 */
export function playHops(
  layer: SVGGElement,
  layout: MachineLayout,
  hops: readonly Hop[],
  speed: number,
): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || hops.length === 0) return () => undefined;
  const duration = hopMs / Math.max(1, speed * 0.75);
  const apart = hops.length === 1 ? 0 : Math.min(duration * 0.55, (duration * 1.6) / hops.length);
  const drawn = hops.flatMap((hop, i) => {
    const pipe = layout.pipes.find(({ id }) => id === hop.pipe);
    if (!pipe) return [];
    const points = hop.reverse ? [...pipe.points].reverse() : pipe.points;
    const offsets = offsetsOf(points);
    const traveller = draw(hop);
    layer.append(traveller);
    const frames: Keyframe[] = points.map((point, at) => ({
      transform: `translate(${point.x}px, ${point.y}px)`,
      offset: offsets[at] ?? 1,
    }));
    const motion = traveller.animate(frames, {
      duration,
      delay: i * apart,
      easing: 'cubic-bezier(0.4, 0, 0.3, 1)',
      fill: 'both',
    });
    const fade = traveller.animate(
      [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }],
      {
        duration,
        delay: i * apart,
        fill: 'both',
      },
    );
    motion.onfinish = () => traveller.remove();
    return [{ traveller, motion, fade }];
  });
  return () => {
    for (const { traveller, motion, fade } of drawn) {
      motion.cancel();
      fade.cancel();
      traveller.remove();
    }
  };
}

function draw(hop: Hop): SVGGElement {
  const group = document.createElementNS(svg, 'g');
  group.setAttribute('class', 'traveller');
  group.dataset.hue = hop.hue;
  const width = Math.max(20, hop.text.length * 6.4 + 14);
  const box = document.createElementNS(svg, 'rect');
  for (const [name, value] of Object.entries({ x: -width / 2, y: -10, width, height: 20, rx: 10 })) {
    box.setAttribute(name, String(value));
  }
  const text = document.createElementNS(svg, 'text');
  text.setAttribute('y', '3.8');
  text.setAttribute('text-anchor', 'middle');
  text.textContent = hop.text;
  group.append(box, text);
  return group;
}
