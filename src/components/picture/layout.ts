import type { PlacedChip } from './block-kind.ts';
import { kindOf } from './kinds.ts';
import { placeAreas } from './areas.ts';
import type { Block, Content, Part, Pipe, Plan, Scene, Shape } from './description.ts';
import type { Point, Rect } from './geometry.ts';
import { route } from './route.ts';
import { between, chipHeight, frameHeight, frameWidth, head, inset } from './sizes.ts';

export interface PlacedPipe {
  readonly id: string;
  readonly pipe: Pipe;
  readonly points: readonly Point[];
}

/** Where parts and pipes stand in one shape. */
export interface Ground {
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  readonly parts: readonly { readonly id: string; readonly part: Part; readonly at: Rect }[];
  readonly pipes: readonly PlacedPipe[];
}

/** A part with what stands in it in one frame. */
export interface PlacedPart {
  readonly id: string;
  readonly part: Part;
  readonly at: Rect;
  readonly content: Content;
  readonly blocks: readonly { readonly block: Block; readonly at: Rect }[];
  readonly chips: readonly PlacedChip[];
}

/** Lays out a plan in a shape. Throws where its areas or its pipes name what it does not have. */
export function groundOf(plan: Plan, shape: Shape): Ground {
  const width = frameWidth[shape];
  const height = shape === 'narrow' ? (plan.tall ?? frameHeight.narrow) : frameHeight.wide;
  // The frame of the outermost boxes is a pixel inside.
  const places = placeAreas(plan.shapes[shape], width - 2, height - 2);
  const at = (id: string): Rect => {
    const place = places.get(id);
    if (!place) throw new Error(`expected a part "${id}" in the areas of the ${shape} shape, found none`);
    return { ...place, x: place.x + 1, y: place.y + 1 };
  };
  const stray = [...places.keys()].find((id) => !plan.parts[id]);
  if (stray) throw new Error(`the areas of the ${shape} shape name "${stray}", which is no part`);
  return {
    shape,
    width,
    height,
    parts: Object.entries(plan.parts).map(([id, part]) => ({ id, part, at: at(id) })),
    pipes: pipesOf(plan, at),
  };
}

function pipesOf({ pipes = {} }: Plan, at: (id: string) => Rect): readonly PlacedPipe[] {
  const all = Object.entries(pipes);
  const pair = ({ from, to }: Pipe): string => [from, to].sort().join(' ');
  return all.map(([id, pipe]) => {
    const alike = all.filter(([, other]) => pair(other) === pair(pipe));
    const nth = alike.findIndex(([other]) => other === id);
    return { id, pipe, points: route({ from: at(pipe.from), to: at(pipe.to), nth, of: alike.length }) };
  });
}

/** What stands in each part of a scene, and where. */
export function fill(ground: Ground, scene: Scene): readonly PlacedPart[] {
  return ground.parts.map(({ id, part, at }) => {
    const content = scene.parts[id] ?? {};
    const body = { x: at.x + inset, y: at.y + head, w: at.w - 2 * inset, h: at.h - head - inset + 2 };
    const blocks = stack(content.blocks ?? [], body);
    return {
      id,
      part,
      at,
      content,
      blocks,
      chips: blocks.flatMap(({ block, at: place }) => kindOf(block).chips?.(block, place) ?? []),
    };
  });
}

/** Blocks from the top down. Where they want more than there is, those that can do with less get less. */
function stack(blocks: readonly Block[], body: Rect): PlacedPart['blocks'] {
  const room = body.h - between * Math.max(0, blocks.length - 1);
  const wants = blocks.map((block) => kindOf(block).height(block, body.w));
  const floors = blocks.map((block) => (kindOf(block).shrinks ? chipHeight : Infinity));
  const leasts = blocks.map((block, i) => kindOf(block).least?.(block, body.w) ?? (floors[i] as number));
  const heights = lowered(lowered(wants, leasts, room), floors, room);
  let y = body.y;
  return blocks.map((block, i) => {
    const at = { x: body.x, y, w: body.w, h: Math.floor(heights[i] as number) };
    y += at.h + between;
    return { block, at };
  });
}

/** Heights that together are as high as there is room, each above its floor lowered in the same proportion, and none below that. */
function lowered(heights: readonly number[], floors: readonly number[], room: number): readonly number[] {
  const excess = heights.reduce((sum, one) => sum + one, 0) - room;
  const give = heights.map((height, i) => Math.max(0, height - (floors[i] as number)));
  const spare = give.reduce((sum, one) => sum + one, 0);
  const share = excess > 0 && spare > 0 ? Math.min(1, excess / spare) : 0;
  return heights.map((height, i) => height - (give[i] as number) * share);
}
