import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { MachineDrawing, layoutOf } from './MachineDrawing.tsx';
import { Legend } from './MachineLegend.tsx';
import { machineModel } from './machine-model.ts';
import { machineWords } from './machine-words.ts';
import type { Player } from './player.ts';

/**
 * The machine as the page holds it before any script runs: the wide shape, which the style sheet scales into the box of
 * the shape that will be there, and the narrow one for small screens.
 */
export function StaticMachine({ player }: { readonly player: Player }): VNode {
  const words = machineWords(machineModel(player.recording.value, player.cursor.value));
  return (
    <div class="machine">
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
