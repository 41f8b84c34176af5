import { fetchStyles } from '../base/fetch-styles.ts';
import live from './live.css?url';

/** Brings the styles of live Scopes into the page. */
export const liveStyles = (): Promise<void> => fetchStyles(live);
