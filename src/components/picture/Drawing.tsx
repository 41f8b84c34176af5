import { t } from '../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { PlacedChip } from './block-kind.ts';
import { type Rect, pathOf } from './geometry.ts';
import { kindOf } from './kinds.ts';
import type { Ground, PlacedPart, PlacedPipe } from './layout.ts';
import { chipText, chipTextAt, chipWidth, chipWords } from './place-chips.ts';
import { StateGlyph } from './StateGlyph.tsx';
import { inset, textSize, titleSize } from './sizes.ts';
import { fitted, textWidth } from './text-width.ts';

interface DrawingProps {
  readonly ground: Ground;
  readonly parts: readonly PlacedPart[];
  /** Ids of the parts and pipes that the step has to do with. */
  readonly lit: ReadonlySet<string>;
  /** The part of it that is drawn; all if left out. */
  readonly cut?: Rect | undefined;
  /** What the whole says, for those who do not see it. */
  readonly says: string;
  /** Opens a pane; left out in a page that has no script yet. */
  readonly onOpen?: ((pane: string) => void) | undefined;
  /** Drawn over everything else. */
  readonly children?: ComponentChildren;
}

/** A picture in one shape. */
export function Drawing({ ground, parts, lit, cut, says, onOpen, children }: DrawingProps): VNode {
  const { shape, width, height, pipes } = ground;
  const { x, y, w, h } = cut ?? { x: 0, y: 0, w: width, h: height };
  return (
    <svg
      class={`picture-drawing is-${shape}`}
      viewBox={`${x} ${y} ${w} ${h}`}
      data-cut={cut ? '' : undefined}
      role={onOpen ? 'group' : 'img'}
      aria-label={says}
    >
      {pipes.map((pipe) => (
        <OnePipe key={pipe.id} placed={pipe} lit={lit.has(pipe.id)} />
      ))}
      {parts.map((part) => (
        <OnePart key={part.id} placed={part} lit={lit.has(part.id)} onOpen={onOpen} />
      ))}
      {children}
    </svg>
  );
}

function OnePipe({
  placed: { pipe, points },
  lit,
}: {
  readonly placed: PlacedPipe;
  readonly lit: boolean;
}): VNode {
  const words = pipe.says === undefined ? undefined : wordsAt(pipe.says, points);
  return (
    <g class={lit ? 'picture-pipe is-lit' : 'picture-pipe'} data-dashed={pipe.dashed}>
      <path d={pathOf(points)} />
      <path class="picture-head" d={headOf(points)} />
      {words && (
        <text class="picture-quiet is-middle" x={words.x} y={words.y}>
          {pipe.says}
        </text>
      )}
    </g>
  );
}

/** An arrow's two strokes at the end of a line. */
function headOf(points: PlacedPipe['points']): string {
  const [before, end] = points.slice(-2) as [PlacedPipe['points'][0], PlacedPipe['points'][0]];
  const [dx, dy] = [Math.sign(end.x - before.x), Math.sign(end.y - before.y)];
  const [x, y] = [end.x - dx * 6, end.y - dy * 6];
  return `M${x + dy * 4} ${y + dx * 4}L${end.x - dx} ${end.y - dy}L${x - dy * 4} ${y - dx * 4}`;
}

/** Beside the longest stretch of a pipe; nowhere if it is too short for them. */
function wordsAt(
  says: string,
  points: PlacedPipe['points'],
): { readonly x: number; readonly y: number } | undefined {
  const stretches = points.slice(1).map((to, i) => ({ from: points[i] as typeof to, to }));
  const long = ({ from, to }: (typeof stretches)[0]): number => Math.hypot(to.x - from.x, to.y - from.y);
  const [longest] = stretches.toSorted((a, b) => long(b) - long(a));
  if (!longest) return undefined;
  const { from, to } = longest;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const width = textWidth(says, textSize);
  if (from.y === to.y) return long(longest) >= width + 8 ? { x, y: y - 6 } : undefined;
  return long(longest) >= 22 ? { x: x + width / 2 + 7, y: y + 4 } : undefined;
}

interface OnePartProps {
  readonly placed: PlacedPart;
  readonly lit: boolean;
  readonly onOpen: ((pane: string) => void) | undefined;
}

function OnePart({ placed, lit, onOpen }: OnePartProps): VNode {
  const { id, part, at, content, blocks, chips } = placed;
  const note = content.note ?? '';
  const noteWidth = note === '' ? 0 : textWidth(note, textSize) + 8;
  const glyph = content.tone ? 14 : 0;
  return (
    <g
      class={`picture-part${lit ? ' is-lit' : ''}${part.ground ? ' is-ground' : ''}`}
      data-part={id}
      data-hue={part.hue}
      data-state={content.tone}
      {...(part.opens !== undefined && onOpen ? presses(part.opens, onOpen) : {})}
    >
      <rect class="picture-box" x={at.x} y={at.y} width={at.w} height={at.h} rx="7" />
      {content.tone && <StateGlyph tone={content.tone} x={at.x + inset + 4} y={at.y + 13} />}
      <text class="picture-title" x={at.x + inset + glyph} y={at.y + 17}>
        {fitted(part.title, at.w - 2 * inset - noteWidth - glyph, titleSize)}
      </text>
      {note !== '' && (
        <text class="picture-quiet is-end" x={at.x + at.w - inset} y={at.y + 17}>
          {fitted(note, at.w - 2 * inset - 24, textSize)}
        </text>
      )}
      {blocks.map(({ block, at: place }, i) => (
        <g key={i}>{kindOf(block).draw?.(block, place)}</g>
      ))}
      {chips.map((chip) => (
        <OneChip key={chip.chip.id} placed={chip} />
      ))}
    </g>
  );
}

function OneChip({ placed: { chip, x, y, w, h } }: { readonly placed: PlacedChip }): VNode {
  const { id, tone, hue, lit } = chip;
  const { text, note } = chipText(chip, w);
  return (
    <g
      class={lit ? 'picture-chip is-lit' : 'picture-chip'}
      data-chip={id}
      data-hue={hue}
      data-tone={tone}
      transform={`translate(${x} ${y})`}
    >
      {(chipWidth(chip) > w || chip.means !== undefined) && <title>{chipWords(chip)}</title>}
      <rect width={w} height={h} rx="4" />
      {tone && <StateGlyph tone={tone} x={11} y={h / 2} />}
      <text x={chipTextAt(chip)} y={h / 2 + 4}>
        {text}
        {note !== undefined && (
          <tspan class="picture-note" dx="6">
            {note}
          </tspan>
        )}
      </text>
    </g>
  );
}

/** What makes a part a button that opens its pane. Its name is the text that is drawn in it. */
function presses(pane: string, open: (pane: string) => void): object {
  return {
    role: 'button',
    // In lower case: an element of SVG has no property of that name, and its attributes are spelt as they stand.
    tabindex: 0,
    'aria-description': t`Opens its pane.`,
    'data-opens': pane,
    onClick: () => open(pane),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      open(pane);
    },
  };
}
