import { fetchStyles } from '../../components/base/fetch-styles.ts';
import type { Picture } from '../../components/scope/picture.ts';
import { Machine } from './machine/Machine.tsx';
import live from './machine/live.css?url';
import still from './machine/still.css?url&no-inline';

export const picture: Picture = {
  Live: Machine,
  // The frame that the page was built with brings its own, and takes it along when it goes.
  styles: async () => void (await Promise.all([fetchStyles(still), fetchStyles(live)])),
  everyPane: true,
};
