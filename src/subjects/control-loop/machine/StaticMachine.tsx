import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { MachineDrawing, layoutOf } from './MachineDrawing.tsx';
import { Legend } from './MachineLegend.tsx';
import { type MachineModel, machineModel } from './machine-model.ts';
import state from './machine-state.css?url&no-inline';
import still from './still.css?url&no-inline';
import { machineWords } from './machine-words.ts';
import type { Player } from '../../../components/scope/player/player.ts';

/**
 * The machine as the page holds it before any script runs: the wide shape, which the style sheet scales into the box of
 * the shape that will be there, and the narrow one for small screens.
 */
export function StaticMachine({ player }: { readonly player: Player }): VNode {
  const model = machineModel(player.recording.value, player.cursor.value);
  const words = machineWords(model);
  return (
    <div class="machine">
      <link rel="stylesheet" href={still} />
      {!isBare(model) && <link rel="stylesheet" href={state} />}
      <div role="img" aria-label={t`The control loop. ${words}`}>
        {(['wide', 'narrow'] as const).map((shape) => (
          <MachineDrawing key={shape} player={player} layout={layoutOf(player, shape)} live={false} />
        ))}
      </div>
      <div class="machine-foot">
        <Legend />
      </div>
    </div>
  );
}

/** True while nothing is in the machine but its parts: no object, no key, no fault. */
function isBare({ up, owners, pods, lanes, queue, delayed, expectations, faults }: MachineModel): boolean {
  const held = [
    owners,
    pods,
    queue,
    delayed,
    expectations,
    faults,
    ...lanes.flatMap(({ flights, fifo, cached }) => [flights, fifo, cached]),
  ];
  return up && held.every((each) => each.length === 0) && lanes.every(({ watch }) => watch === 'open');
}
