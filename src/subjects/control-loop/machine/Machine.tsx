import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { MachineDrawing, layoutOf } from './MachineDrawing.tsx';
import { Legend } from './MachineLegend.tsx';
import { shapeFor } from './machine-layout.ts';
import type { MachineShape } from './machine-parts.ts';
import { nodeNames } from './machine-model.ts';
import { playHops } from './machine-motion.ts';
import { hopsBetween } from './machine-tokens.ts';
import { onUse } from '../../../components/base/on-use.ts';
import type { Player } from '../../../components/scope/player/player.ts';

interface MachineProps {
  readonly player: Player;
  /** How wide it will stand, in px, where that is known. */
  readonly width?: number;
}

/** All are drawn while the width is not known, and the style sheet shows the one that fits. */
const shapes: readonly MachineShape[] = ['wide', 'middle', 'narrow'];

const table = onUse(() => import('./MachineTable.tsx'));

/** The control loop as a machine: boxes and pipes, and tokens that stand in them and travel between them. */
export function Machine({ player, width }: MachineProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const shape = useSignal<MachineShape | undefined>(width ? shapeFor(width) : undefined);
  const asTable = useSignal(false);
  const Table = table.value?.MachineTable;

  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) shape.value = shapeFor(entry.contentRect.width);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const shown = shape.value ? [shape.value] : shapes;
  const change = async (): Promise<void> => {
    if (await table.load(player)) asTable.value = !asTable.value;
  };
  return (
    <div class="machine" ref={box}>
      {asTable.value && Table ? (
        <Table player={player} />
      ) : (
        shown.map((one) => <Moving key={one} player={player} shape={one} />)
      )}
      <div class="machine-foot">
        <Legend />
        <button type="button" class="scope-quiet" aria-pressed={asTable.value} onClick={() => void change()}>
          {asTable.value ? t`Show as a drawing` : t`Show as a table`}
        </button>
      </div>
    </div>
  );
}

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

/** A drawing in which the steps travel. */
function Moving({ player, shape }: { readonly player: Player; readonly shape: MachineShape }): VNode {
  const recording = player.recording.value;
  const cursor = player.cursor.value;
  const hurried = useHurry(cursor);
  const layout = useMemo(() => layoutOf(player, shape), [shape, nodeNames(recording).join()]);
  const travellers = useRef<SVGGElement>(null);
  const last = useRef({ recording, cursor });

  useEffect(() => {
    const before = last.current;
    last.current = { recording, cursor };
    if (!travellers.current || hurried || before.recording !== recording) return;
    return playHops(
      travellers.current,
      layout,
      hopsBetween(recording, before.cursor, cursor),
      player.playing.value ? player.speed.value : 1,
    );
  }, [recording, cursor, layout]);

  return (
    <MachineDrawing player={player} layout={layout} live hurried={hurried}>
      <g ref={travellers} class="machine-travellers" aria-hidden="true" />
    </MachineDrawing>
  );
}
