import { fetchStyles } from '../../components/base/fetch-styles.ts';
import type { Picture } from '../../components/scope/picture.ts';
import { Machine } from './machine/Machine.tsx';
import { StaticMachine } from './machine/StaticMachine.tsx';
import live from './machine/live.css?url';

export const picture: Picture = {
  Live: Machine,
  Still: StaticMachine,
  styles: () => fetchStyles(live),
  everyPane: true,
};
