import type { CollectionEntry } from 'astro:content';
import { renderToString } from 'preact-render-to-string';
import { momentOf, runOf } from '../../prose/moments.ts';
import { scenarioOf } from '../../prose/page.ts';
import { viewOf } from '../../picture/pictures.ts';
import { Player } from '../player/player.ts';
import { loadScenario } from '../recorder/scenarios.ts';
import { stillOf } from './StaticScope.tsx';
import { type StillOf, stillSize, stillsOf } from '../../prose/still/stills.ts';

/** What pictures are drawn with: a still is a file of its own, which no page lends its styles. */
const styles = import.meta.glob<string>(
  ['../../../styles/tokens.css', '../../picture/**/*.css', '../scope.css'],
  { query: '?inline', import: 'default', eager: true },
);

/** The file with all stills of a chapter. */
export async function drawStills(entry: CollectionEntry<'docs'>): Promise<string> {
  const stills = await stillsOf(entry.filePath ?? '');
  const drawn = await Promise.all(stills.map((still, nth) => drawStill(entry, still, nth)));
  const { width, height } = stillSize;
  const all = `viewBox="0 0 ${width} ${height * stills.length}"`;
  const css = Object.values(styles).join('\n').replaceAll(']]>', ']] >');
  const light = ':root { color-scheme: light; } .scope { border: 0; background: none; }';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${all}><style><![CDATA[${css}\n${light}]]></style>${drawn.join('')}</svg>`;
}

async function drawStill(entry: CollectionEntry<'docs'>, { at, run }: StillOf, nth: number): Promise<string> {
  const id = scenarioOf(entry, run);
  const [scenario, unknown] = await loadScenario(id);
  if (unknown) throw unknown;
  const { entry: start } = await momentOf(id, at);
  const Still = stillOf(viewOf(scenario));
  const html = renderToString(<Still player={new Player(await runOf(id), { start })} />);
  const { width, height } = stillSize;
  const place = `x="0" y="${nth * height}" width="${width}" height="${height}"`;
  return (
    `<view id="s${nth}" viewBox="0 ${nth * height} ${width} ${height}"/><foreignObject ${place}>` +
    `<div xmlns="http://www.w3.org/1999/xhtml" class="scope"><div class="scope-main"><div class="scope-picture">${wellFormed(html)}` +
    '</div></div></div></foreignObject>'
  );
}

/** HTML as XML wants it: styles are in the file already, and every attribute has a value. */
function wellFormed(html: string): string {
  return html
    .replaceAll(/<link [^>]*>/g, '')
    .replaceAll('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replaceAll(/<(br|hr|img|input)\b([^>]*?)\/?>/g, '<$1$2/>')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(/ ([a-z-]+)(?=[ >])(?![^"]*"(?:[^"]*"[^"]*")*[^"]*>)/g, ' $1=""'),
    );
}
