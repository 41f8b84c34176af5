import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { machineModel } from './machine-model.ts';
import { machineRows } from './machine-words.ts';
import type { Player } from '../../../components/scope/player/player.ts';

/** The machine as a table: all that the drawing shows, in words. */
export function MachineTable({ player }: { readonly player: Player }): VNode {
  const model = machineModel(player.recording.value, player.cursor.value);
  return (
    <div class="machine-table" tabIndex={0} role="region" aria-label={t`The machine as a table`}>
      <table>
        <caption>{t`The machine, ${model.at} ms after the start`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Part`}</th>
            <th scope="col">{t`Holds`}</th>
          </tr>
        </thead>
        <tbody>
          {machineRows(model).map(({ part, holds }, i) => (
            <tr key={i}>
              <th scope="row">{part}</th>
              <td>{holds}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
