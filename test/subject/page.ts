import './src/styles/tokens.css';
import './src/styles/site.css';
import './src/components/scope/scope.css';
import './src/components/scope/timeline/timeline.css';
import { mountScope } from './src/components/scope/mount.tsx';

/** A page with one Scope, in the language that its address names. */
document.documentElement.lang = new URLSearchParams(location.search).get('lang') ?? 'en';
const host = document.createElement('loop-scope');
document.querySelector('main')?.append(host);
await mountScope(host, { scenario: 'playground/doorbell', layout: 'chapter' });
