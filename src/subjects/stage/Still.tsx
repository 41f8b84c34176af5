import type { VNode } from 'preact';
import panes from '../../components/scope/panes/panes.css?url&no-inline';
import state from '../../components/scope/panes/state.css?url&no-inline';
import type { Player } from '../../components/scope/player/player.ts';
import { StatePicture } from './StatePicture.tsx';

export function Still({ player }: { readonly player: Player }): VNode {
  return (
    <>
      <link rel="stylesheet" href={panes} />
      <link rel="stylesheet" href={state} />
      <StatePicture player={player} live={false} />
    </>
  );
}
