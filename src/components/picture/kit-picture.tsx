import type { ComponentType } from 'preact';
import { fetchStyles } from '../base/fetch-styles.ts';
import type { Player } from '../scope/player/player.ts';
import { LivePicture } from './LivePicture.tsx';
import type { Picture } from './description.ts';
import styles from './picture.css?url&no-inline';

/** What draws a picture at the moment that a player shows. */
interface Drawn {
  readonly Live: ComponentType<{ readonly player: Player; readonly width?: number | undefined }>;
  readonly everyPane: true;
}

/** A picture as a Scope takes it, with its styles in the page. */
export async function kitPicture(picture: Picture): Promise<Drawn> {
  // The frame that the page was built with brings its own, and takes it along when it goes.
  await fetchStyles(styles);
  return {
    Live: ({ player, width }) => <LivePicture player={player} picture={picture} width={width} />,
    everyPane: true,
  };
}
