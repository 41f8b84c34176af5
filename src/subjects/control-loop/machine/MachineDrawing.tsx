import { t } from '../../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useComputed } from '@preact/signals';
import { MachineBoxes } from './MachineBoxes.tsx';
import { MachinePipes } from './MachinePipes.tsx';
import { MachineTokens } from './MachineTokens.tsx';
import { machineLayout } from './machine-layout.ts';
import type { MachineLayout, MachineShape } from './machine-parts.ts';
import { loopOf, machineModel, nodeNames } from './machine-model.ts';
import { activityOf, litIn } from './machine-tokens.ts';
import type { Player } from '../../../components/scope/player/player.ts';

interface DrawingProps {
  readonly player: Player;
  readonly layout: MachineLayout;
  /** False in the page as it was built: nothing in it can be pressed, and words for it stand beside it. */
  readonly live: boolean;
  /** True in a step that comes so soon that nothing should move. */
  readonly hurried?: boolean;
  /** Drawn over everything else. */
  readonly children?: ComponentChildren;
}

/** Where the parts stand for the loop and the nodes of the run that is shown. */
export function layoutOf(player: Player, shape: MachineShape): MachineLayout {
  const recording = player.recording.value;
  return machineLayout(shape, nodeNames(recording), loopOf(recording).informers);
}

/** The machine at the cursor, in one shape. */
export function MachineDrawing({ player, layout, live, hurried, children }: DrawingProps): VNode {
  const model = useComputed(() => machineModel(player.recording.value, player.cursor.value));
  const activity = useComputed(() => activityOf(player.recording.value, player.cursor.value));
  const lit = useComputed(() => litIn(layout, activity.value));
  const touched = useComputed(() => new Set(activity.value.touched));
  const parts = { layout, model, lit, player, live };
  return (
    <svg
      class={`machine-drawing is-${layout.shape}`}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      {...(live ? { role: 'group', 'aria-label': t`The control loop` } : { 'aria-hidden': true })}
      data-hurried={hurried || undefined}
      data-down={!model.value.up || undefined}
    >
      <marker
        id={`arrow-${layout.shape}`}
        viewBox="0 0 8 8"
        refX="6"
        refY="4"
        markerWidth="12"
        markerHeight="12"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M1 1 6.5 4 1 7" class="machine-arrow" />
      </marker>
      <MachinePipes {...parts} />
      <MachineBoxes {...parts} touched={touched} />
      <MachineTokens layout={layout} model={model} touched={touched} />
      {children}
    </svg>
  );
}
