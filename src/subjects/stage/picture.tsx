import type { VNode } from 'preact';
import panes from '../../components/scope/panes/panes.css?url&no-inline';
import state from '../../components/scope/panes/state.css?url&no-inline';
import type { Picture } from '../../components/scope/picture.ts';
import type { Player } from '../../components/scope/player/player.ts';
import { StatePicture } from './StatePicture.tsx';

export const picture: Picture = { Live: StatePicture, Still: StaticState };

function StaticState({ player }: { readonly player: Player }): VNode {
  return (
    <>
      <link rel="stylesheet" href={panes} />
      <link rel="stylesheet" href={state} />
      <StatePicture player={player} live={false} />
    </>
  );
}
