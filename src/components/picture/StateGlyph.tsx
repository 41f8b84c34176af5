import type { VNode } from 'preact';
import type { Tone } from './description.ts';

/** One sign a tone, of 8 units, so that no colour has to say it alone. */
const signs: Readonly<Record<Tone, string>> = {
  good: 'M-4 0.5-1.2 3.2 4-3',
  bad: 'M-3-3 3 3M3-3-3 3',
  busy: 'M-2.5-4 4 0-2.5 4z',
  wait: 'M0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4M0-2V0.4L1.8 1.6',
  off: 'M-3.5 0H3.5',
  over: 'M-4 2.6C-3.4-3.4 2.4-3.4 3.4 1.4M0.6 0 3.6 2.2 4.6-1.4',
  lock: 'M-3.2-0.6H3.2V3.8H-3.2zM-1.9-0.6V-2.2A1.9 1.9 0 0 1 1.9-2.2V-0.6',
};

/** The sign of a tone, or of none, with its middle at a point. */
export function StateGlyph({
  tone,
  x,
  y,
}: {
  readonly tone: Tone | undefined;
  readonly x: number;
  readonly y: number;
}): VNode {
  // What was not reached has a ring, so that names stand in line.
  if (!tone) return <circle class="picture-ring" cx={x} cy={y} r="2.4" />;
  return <path class="picture-glyph" data-tone={tone} d={signs[tone]} transform={`translate(${x} ${y})`} />;
}
