import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Sections, modelAt } from '../../components/scope/panes/Sections.tsx';
import { changedIn, stateModel, withoutGone } from '../../components/scope/panes/state-rows.ts';
import type { Player } from '../../components/scope/player/player.ts';

interface StatePictureProps {
  readonly player: Player;
  /** False in a page that has no script yet: then nothing waits for a press. */
  readonly live?: boolean;
}

/** What the programs hold, as tables: in place of the machine, for runs that have none yet. */
export function StatePicture({ player, live = true }: StatePictureProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const view = player.view.value;
  const { entries } = view.recording;
  const most = live ? undefined : Infinity;
  const all = modelAt(view, ({ world, index }) => stateModel(world, { entries, index, most }));
  const model = withoutGone(all);
  const changed = changedIn(model);

  // What a step changed is in sight: from the top if it can be. Only the box scrolls.
  useEffect(() => {
    const row = box.current?.querySelector('[data-change]');
    if (!box.current || !row) return;
    box.current.scrollTop = 0;
    const [outer, inner] = [box.current.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.bottom > outer.bottom) box.current.scrollTop = inner.top - outer.top - outer.height / 3;
  }, [view.now]);

  return (
    <div class="state">
      <div class="panes" role="region" aria-label={t`What the programs hold`} tabIndex={0} ref={box}>
        <div class="state-tables">
          <Sections model={model} titled />
        </div>
      </div>
      <p class="state-foot">
        {changed === '' ? t`This step changes none of these.` : t`Changed in this step: ${changed}.`}
      </p>
    </div>
  );
}
