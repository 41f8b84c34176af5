import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Scene, Tone } from './description.ts';
import { kindOf } from './kinds.ts';
import { StateGlyph } from './StateGlyph.tsx';

/** What the signs on the chips of a scene say, each once, for those scenes whose chips say what their tone means. */
export function PictureSigns({ scene }: { readonly scene: Scene }): VNode | null {
  const all = new Map<Tone, Set<string>>();
  for (const { blocks = [] } of Object.values(scene.parts))
    for (const block of blocks)
      for (const { tone, means } of kindOf(block).signs?.(block) ?? [])
        if (tone && means) all.set(tone, (all.get(tone) ?? new Set()).add(means));
  if (all.size === 0) return null;
  return (
    <ul class="picture-signs" aria-label={t`Signs`}>
      {[...all].map(([tone, means]) => (
        <li key={tone}>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <StateGlyph tone={tone} x={0} y={0} />
          </svg>
          {[...means].reduce((all, one) => t`${all}, ${one}`)}
        </li>
      ))}
    </ul>
  );
}
