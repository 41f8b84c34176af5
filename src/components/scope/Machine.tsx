import './machine.css';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useComputed, useSignal } from '@preact/signals';
import { MachineBoxes } from './MachineBoxes.tsx';
import { MachinePipes } from './MachinePipes.tsx';
import { MachineTable } from './MachineTable.tsx';
import { MachineTokens } from './MachineTokens.tsx';
import { type MachineLayout, type Shape, machineLayout, shapeFor } from './machine-layout.ts';
import { machineModel, nodeNames } from './machine-model.ts';
import { playHops } from './machine-motion.ts';
import { machineWords } from './machine-words.ts';
import { activityOf, hopsBetween, litIn } from './machine-tokens.ts';
import type { Player } from './player.ts';

interface MachineProps {
  readonly player: Player;
  /** False in the page as it was built: all shapes are there and the style sheet shows the one that fits. */
  readonly live: boolean;
}

const shapes: readonly Shape[] = ['wide', 'middle', 'narrow'];

/** The control loop as a machine: boxes and pipes, and tokens that stand in them and travel between them. */
export function Machine({ player, live }: MachineProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const shape = useSignal<Shape | undefined>(undefined);
  const asTable = useSignal(false);

  useEffect(() => {
    if (!live || !box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) shape.value = shapeFor(entry.contentRect.width);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [live]);

  const shown = shape.value ? [shape.value] : shapes;
  return (
    <div class="machine" ref={box}>
      {asTable.value ? (
        <MachineTable model={machineModel(player.recording.value, player.cursor.value)} />
      ) : (
        shown.map((one) => <Drawing key={one} player={player} shape={one} live={live} />)
      )}
      <div class="machine-foot">
        <Legend />
        <button
          type="button"
          class="scope-quiet"
          aria-pressed={asTable.value}
          aria-disabled={!live}
          onClick={() => live && (asTable.value = !asTable.value)}
        >
          {asTable.value ? 'Show as a drawing' : 'Show as a table'}
        </button>
      </div>
    </div>
  );
}

interface DrawingProps {
  readonly player: Player;
  readonly shape: Shape;
  readonly live: boolean;
}

function Drawing({ player, shape, live }: DrawingProps): VNode {
  const nodes = nodeNames(player.recording.value);
  const layout = useMemo((): MachineLayout => machineLayout(shape, nodes), [shape, nodes.join()]);
  const model = useComputed(() => machineModel(player.recording.value, player.cursor.value));
  const activity = useComputed(() => activityOf(player.recording.value, player.cursor.value));
  const lit = useComputed(() => litIn(layout, activity.value));
  const touched = useComputed(() => new Set(activity.value.touched));
  const travellers = useRef<SVGGElement>(null);
  const last = useRef({ recording: player.recording.value, cursor: player.cursor.value });

  const recording = player.recording.value;
  const cursor = player.cursor.value;
  useEffect(() => {
    const before = last.current;
    last.current = { recording, cursor };
    if (!live || !travellers.current || before.recording !== recording) return;
    return playHops(
      travellers.current,
      layout,
      hopsBetween(recording, before.cursor, cursor),
      player.playing.value ? player.speed.value : 1,
    );
  }, [recording, cursor, layout, live]);

  const words = machineWords(model.value);
  return (
    <svg
      class={`machine-drawing is-${shape}`}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role={live ? 'group' : 'img'}
      aria-label={live ? 'The control loop' : `The control loop. ${words}`}
      data-up={model.value.up}
    >
      <defs>
        <marker
          id={`arrow-${shape}`}
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M1 1 6.5 4 1 7" class="machine-arrow" />
        </marker>
      </defs>
      <MachinePipes layout={layout} model={model} lit={lit} player={player} live={live} />
      <MachineBoxes layout={layout} model={model} lit={lit} touched={touched} player={player} live={live} />
      <MachineTokens layout={layout} model={model} touched={touched} />
      <g ref={travellers} class="machine-travellers" aria-hidden="true" />
    </svg>
  );
}

const legend = [
  ['pending', 'pending'],
  ['running', 'running'],
  ['ready', 'ready'],
  ['terminating', 'terminating'],
  ['failed', 'failed'],
] as const;

function Legend(): VNode {
  return (
    <ul class="machine-legend" aria-label="Pods are drawn by phase">
      {legend.map(([phase, word]) => (
        <li key={phase}>
          <svg
            viewBox="0 0 12 12"
            width="12"
            height="12"
            aria-hidden="true"
            data-phase={phase}
            class="token-phase"
          >
            <PhaseSign phase={phase} x={6} y={6} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}

/** The sign of a phase: its shape says the same as its colour. */
export function PhaseSign({
  phase,
  x,
  y,
}: {
  readonly phase: string;
  readonly x: number;
  readonly y: number;
}): VNode {
  const at = `translate(${x} ${y})`;
  switch (phase) {
    case 'ready':
      return <circle class="sign-full" transform={at} r="4" />;
    case 'running':
      return (
        <g transform={at}>
          <circle class="sign-line" r="3.6" />
          <path class="sign-full" d="M0-3.6a3.6 3.6 0 0 1 0 7.2z" />
        </g>
      );
    case 'failed':
      return <path class="sign-line" transform={at} d="M-3-3 3 3M3-3-3 3" />;
    case 'terminating':
      return <path class="sign-line" transform={at} d="M-3.4-3.4h6.8v6.8h-6.8zM-1.6 0h3.2" />;
    default:
      return <circle class="sign-line sign-dashed" transform={at} r="3.6" />;
  }
}
