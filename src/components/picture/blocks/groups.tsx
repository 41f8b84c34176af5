import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Chip, Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { More } from '../More.tsx';
import { type Flow, chipWords, flowChips, flowHeight } from '../place-chips.ts';
import { between, chipGap, chipHeight, line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly chips: readonly Chip[];
  readonly note?: string;
  readonly tone?: Tone;
  /** True where the step has to do with it; such groups are kept in sight. */
  readonly lit?: boolean;
}

/** Things that stand together under a name: a row each, or, where `across`, a column each, always or where there is room for all. */
interface Groups {
  readonly groups: readonly Group[];
  readonly across?: true | 'where wide';
  readonly empty?: string;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly groups: Groups;
  }
}

interface PlacedGroup {
  readonly group: Group;
  readonly title: Rect;
  readonly body: Rect;
  readonly flow: Flow;
}

interface Placed {
  readonly groups: readonly PlacedGroup[];
  readonly more: number;
  readonly moreAt: { readonly x: number; readonly y: number };
}

/** Lit names are bold, and so a little wider. */
const bold = 1.1;

/** How wide the names of rows may be. */
const namesWidth = ({ groups, across }: Groups, w: number): number =>
  Math.min(
    w * (across ? 0.56 : 0.6),
    bold *
      Math.max(0, ...groups.map(({ title, note = '' }) => textWidth(`${title} ${note}`.trim(), textSize))) +
      8,
  );

/** The height that columns want, and with which one row of chips still has room. */
const [acrossHeight, acrossLeast] = [74, 42];

const columnGap = 8;
/** How wide a column is at least, where rows would do as well. */
const columnLeast = 84;

/** True where groups of that width stand side by side. */
const isAcross = ({ across, groups }: Groups, w: number): boolean =>
  across === true || (across !== undefined && w + columnGap >= groups.length * (columnLeast + columnGap));

function columns({ groups }: Groups, at: Rect): Placed {
  const fit = Math.max(1, Math.min(groups.length, Math.floor((at.w + columnGap) / (52 + columnGap))));
  const shown = groups.slice(0, fit);
  const w = (at.w - columnGap * (fit - 1) - (groups.length > fit ? 28 : 0)) / fit;
  return {
    groups: shown.map((group, i) => {
      const title = { x: at.x + i * (w + columnGap), y: at.y, w, h: line };
      const body = { x: title.x + 4, y: at.y + line + 4, w: w - 8, h: at.h - line - 6 };
      return { group, title, body, flow: flowChips(group.chips, body) };
    }),
    more: groups.length - fit,
    moreAt: { x: at.x + at.w - 24, y: at.y + 11 },
  };
}

function rows(block: Groups, at: Rect): Placed {
  const names = namesWidth(block, at.w);
  const w = at.w - names;
  // Where not all has room, each group has one row first, and those that the step has to do with come first in sight.
  const each = chipHeight + between;
  const fit = Math.max(1, Math.min(block.groups.length, Math.floor((at.h + between) / each)));
  const lit = block.groups.findIndex((group) => group.lit);
  const from = fit >= block.groups.length || lit < fit ? 0 : Math.min(lit, block.groups.length - fit);
  const shown = block.groups.slice(from, from + fit);
  let spare = at.h - shown.length * each + between;
  let y = at.y;
  const placed = shown.map((group): PlacedGroup => {
    const wants = flowHeight(group.chips, w) - chipHeight;
    const more = Math.min(wants, Math.floor(spare / (chipHeight + chipGap)) * (chipHeight + chipGap));
    spare -= more;
    const h = chipHeight + more;
    const title = { x: at.x, y, w: names, h: chipHeight };
    const body = { x: at.x + names, y, w, h };
    y += h + between;
    return { group, title, body, flow: flowChips(group.chips, body) };
  });
  return {
    groups: placed,
    more: block.groups.length - placed.length,
    moreAt: { x: at.x + at.w - 24, y: at.y + at.h },
  };
}

const place = (block: Groups, at: Rect): Placed =>
  isAcross(block, at.w) ? columns(block, at) : rows(block, at);

export const kind: BlockKind<Groups> = {
  height(block, width) {
    if (isAcross(block, width)) return acrossHeight;
    const w = width - namesWidth(block, width);
    const all = block.groups.reduce((sum, { chips }) => sum + flowHeight(chips, w) + between, -between);
    return Math.max(line, all);
  },
  shrinks: true,
  least: (block, width) =>
    isAcross(block, width) ? acrossLeast : block.groups.length * (chipHeight + between) - between,
  chips: (block, at) => place(block, at).groups.flatMap(({ flow }) => flow.placed),
  signs: ({ groups }) => groups.flatMap(({ chips }) => chips),
  draw(block, at) {
    const { groups, more, moreAt } = place(block, at);
    return (
      <>
        {groups.length === 0 && block.empty !== undefined && (
          <text class="picture-quiet" x={at.x} y={at.y + 12}>
            {block.empty}
          </text>
        )}
        {groups.map((one) => (
          <OneGroup key={one.group.id} placed={one} across={isAcross(block, at.w)} />
        ))}
        {more > 0 && (
          <text class="picture-more" x={moreAt.x} y={moreAt.y}>
            {t`+${more}`}
          </text>
        )}
      </>
    );
  },
  rows: ({ groups, empty = t`none` }) =>
    groups.length === 0
      ? [[empty]]
      : groups.map(({ title, note, chips }) => [
          note === undefined ? title : `${title} (${note})`,
          chips.length === 0 ? t`nothing` : chips.map(chipWords).join(', '),
        ]),
};

interface OneGroupProps {
  readonly placed: PlacedGroup;
  readonly across: boolean;
}

function OneGroup({ placed: { group, title, body, flow }, across }: OneGroupProps): VNode {
  const { note, tone, lit } = group;
  const room = title.w - 6 - (note === undefined ? 0 : textWidth(` ${note}`, textSize));
  return (
    <g data-tone={tone} class={lit ? 'picture-group is-lit' : 'picture-group'}>
      {lit && !across && (
        <rect class="picture-row" x={title.x - 4} y={title.y} width={title.w} height={title.h} rx="3" />
      )}
      {across && (
        <rect
          class="picture-trough"
          x={title.x}
          y={title.y}
          width={title.w}
          height={body.h + line + 6}
          rx="4"
        />
      )}
      <text class="picture-line" x={title.x + (across ? 5 : 0)} y={title.y + 12.5}>
        {fitted(group.title, lit ? room / bold : room, textSize)}
        {note !== undefined && <tspan class="picture-quiet"> {note}</tspan>}
      </text>
      <More flow={flow} />
    </g>
  );
}
