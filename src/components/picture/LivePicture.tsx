import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { onUse } from '../base/on-use.ts';
import type { Player } from '../scope/player/player.ts';
import { Drawing } from './Drawing.tsx';
import { type Picture, type Plan, type Scene, type Shape, frameAt } from './description.ts';
import { hopsBetween, litAt } from './hops.ts';
import { type CutBox, changedIn, cropTo } from './crop.ts';
import { type Ground, fill, groundOf } from './layout.ts';
import { PictureSigns } from './PictureSigns.tsx';
import { chipPlaces, moveChips, playHops } from './motion.ts';

const table = onUse(() => import('./PictureTable.tsx'));

/** From this width of its box on, in px, a picture has its wide shape. The style sheet has the same. */
const wideFrom = 560;

const shapeFor = (width: number): Shape => (width >= wideFrom ? 'wide' : 'narrow');

/** Both are drawn while the width is not known, and the style sheet shows the one that fits. */
const shapes: readonly Shape[] = ['wide', 'narrow'];

interface LivePictureProps {
  readonly player: Player;
  readonly picture: Picture;
  /** How wide it will stand, in px, where that is known. */
  readonly width?: number | undefined;
  /** False where nothing in it is to be pressed. */
  readonly presses?: boolean;
}

/** A picture of the moment that the player shows, in which what changes moves; or the same as a table. */
export function LivePicture({ player, picture, width, presses = true }: LivePictureProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const shape = useSignal<Shape | undefined>(width ? shapeFor(width) : undefined);
  const crop = useSignal<CutBox | undefined>(undefined);
  const asTable = useSignal(false);
  const reached = useSignal<string | undefined>(undefined);
  const Table = table.value?.PictureTable;
  const recording = player.recording.value;
  const plan = useMemo(() => picture.plan(recording), [picture, recording]);
  const { value: cursor } = player.cursor;
  const scene = useMemo(() => picture.scene(frameAt(recording, cursor)), [picture, recording, cursor]);

  useEffect(() => {
    if (!box.current) return;
    const element = box.current;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === 0) return;
      const { width: w, height: h } = entry.contentRect;
      shape.value = shapeFor(w);
      const smallest = Number.parseFloat(getComputedStyle(element).getPropertyValue('--picture-crop'));
      crop.value = smallest > 0 && h > 0 ? { w, h, smallest } : undefined;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const change = async (): Promise<void> => {
    if (await table.load(player)) asTable.value = !asTable.value;
  };
  const shown = shape.value ? [shape.value] : shapes;
  const live = { player, picture, presses, plan, scene, crop: crop.value, reached: reached.value };
  return (
    // The drawing itself would be a stop of Tab, if it listened to the focus.
    <div
      class="picture"
      ref={box}
      onFocusIn={({ target }) => (reached.value = partReached(target as Element))}
      onFocusOut={() => (reached.value = undefined)}
    >
      {asTable.value && Table ? (
        <Table plan={plan} scene={scene} />
      ) : (
        shown.map((one) => <Moving key={one} {...live} shape={one} />)
      )}
      {presses && (
        <div class="picture-foot">
          <PictureSigns scene={scene} />
          <button
            type="button"
            class="scope-quiet"
            aria-pressed={asTable.value}
            onClick={() => void change()}
          >
            {asTable.value ? t`Show as a drawing` : t`Show as a table`}
          </button>
        </div>
      )}
    </div>
  );
}

const partReached = (target: Element): string | undefined =>
  (target.matches(':focus-visible') && target.closest('[data-part]')?.getAttribute('data-part')) || undefined;

/** Steps nearer than this, in ms, follow a held key: what moves would be gone before anybody saw it. */
const hurryMs = 200;

/** True where the step to `cursor` came so soon after the one before that nothing should move. */
function useHurry(cursor: number): boolean {
  const last = useRef({ cursor, at: -Infinity, hurried: false });
  if (last.current.cursor !== cursor) {
    const at = performance.now();
    last.current = { cursor, at, hurried: at - last.current.at < hurryMs };
  }
  return last.current.hurried;
}

interface MovingProps extends LivePictureProps {
  readonly plan: Plan;
  readonly scene: Scene;
  readonly shape: Shape;
  /** The box, where the drawing is cut to what the step touches before it is scaled by less than `--picture-crop` says. */
  readonly crop: CutBox | undefined;
  /** The part that the reader came to by keyboard. */
  readonly reached: string | undefined;
}

/** A drawing in which the steps travel. */
function Moving({ player, picture, presses, plan, scene, shape, crop, reached }: MovingProps): VNode {
  const recording = player.recording.value;
  const cursor = player.cursor.value;
  const hurried = useHurry(cursor);
  const ground: Ground = useMemo(() => groundOf(plan, shape), [plan, shape]);
  const parts = useMemo(() => fill(ground, scene), [ground, scene]);
  const travellers = useRef<SVGGElement>(null);
  const last = useRef({ recording, cursor, parts });

  useEffect(() => {
    const before = last.current;
    last.current = { recording, cursor, parts };
    const layer = travellers.current;
    if (!layer || hurried || before.recording !== recording || before.cursor === cursor) return;
    moveChips(layer.ownerSVGElement as SVGElement, chipPlaces(before.parts), chipPlaces(parts), ground.pipes);
    const hops = hopsBetween(picture, recording, before.cursor, cursor);
    return playHops(layer, ground.pipes, hops, player.playing.value ? player.speed.value : 1);
  }, [recording, cursor, ground]);

  const lit = litAt(picture, recording, cursor);
  const previous = player.previousStop.value;
  const cut = useMemo(() => {
    if (!crop) return undefined;
    // What has the focus is in the cut.
    if (reached) return cropTo(ground, { lit: [reached] }, crop);
    const old = previous === undefined ? parts : fill(ground, picture.scene(frameAt(recording, previous)));
    return cropTo(ground, { lit: [...lit], changed: changedIn(old, parts) }, crop);
  }, [crop, ground, parts, previous, reached]);
  return (
    <Drawing
      ground={ground}
      parts={parts}
      lit={lit}
      cut={cut}
      says={scene.says}
      onOpen={presses ? (pane) => (player.openPane.value = pane) : undefined}
    >
      <g ref={travellers} aria-hidden="true" />
    </Drawing>
  );
}
