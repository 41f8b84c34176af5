import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Plan, Scene } from './description.ts';
import { kindOf } from './kinds.ts';

interface PictureTableProps {
  readonly plan: Plan;
  readonly scene: Scene;
}

/** What the drawing shows, part by part, in words: made of the same data, with nothing left out. */
export function PictureTable({ plan, scene }: PictureTableProps): VNode {
  return (
    <div class="picture-table" role="region" aria-label={t`The picture as a table`} tabIndex={0}>
      <p>{scene.says}</p>
      {Object.entries(plan.parts).map(([id, { title, hue }]) => {
        const { note, blocks = [] } = scene.parts[id] ?? {};
        const rows = blocks.flatMap((block) => kindOf(block).rows(block));
        return (
          <table key={id} data-hue={hue}>
            <caption>
              {title}
              {note !== undefined && <span> {note}</span>}
            </caption>
            <tbody>
              {rows.map(([first, ...rest], i) => (
                <tr key={i}>
                  <th scope="row" colSpan={rest.length === 0 ? 2 : 1}>
                    {first}
                  </th>
                  {rest.length > 0 && <td>{rest.join(' ')}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
