/* What a page does once it can be used and has nothing else to do: it prepares for paper, and for being offline. */
import { keepPage } from '../../offline/register.ts';
import { printListings } from '../scope/print-listing.ts';

printListings();
if (import.meta.env.PROD && 'serviceWorker' in navigator) void keepPage();
