/**
 * npm run diagrams -- [FILES]: draws the diagrams of the content, or of these files of it, whose drawings are missing or behind their
 * sources, and takes away drawings of diagrams that are gone. It needs Chromium; without one, `npm run dev` draws in your own browser.
 */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { transform } from 'sucrase';
import { readContent } from '../src/chapters/content.ts';
import type { draw } from '../src/diagrams/draw.ts';
import { type Fence, digestOfDiagram, drawingPath, fencesOf, stateOf } from '../src/diagrams/kept.ts';
import { keep } from '../src/diagrams/save.ts';
import { face } from '../src/diagrams/settings.ts';
import { readDiagram } from '../src/diagrams/source.ts';
import { launchOptions } from './chromium.ts';
import { root } from './project.ts';

const origin = 'http://diagrams.invalid';
const mermaid = '/node_modules/mermaid/dist/mermaid.esm.min.mjs';
const font = '/node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2';
/** Nothing but what this needs: the face that the site brings, and mermaid by its name. */
const html = `<!doctype html><style>@font-face { font-family: '${face}'; src: url(${font}); }</style>
<script type="importmap">{ "imports": { "mermaid": "${mermaid}" } }</script>`;

interface Wanted extends Fence {
  readonly path: string;
}

/** A page that has the files of the project, and no network. */
async function drawingPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/*', async (route) => {
    const { origin: from, pathname } = new URL(route.request().url());
    const file = join(root, pathname);
    if (from !== origin || (pathname !== '/' && !existsSync(file))) return route.abort();
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    const typed = extname(file) === '.ts';
    const contentType = typed || extname(file) === '.mjs' ? 'text/javascript' : 'font/woff2';
    const text = typed
      ? transform(readFileSync(file, 'utf8'), { transforms: ['typescript'] }).code
      : undefined;
    return route.fulfill({ contentType, body: text ?? readFileSync(file) });
  });
  await page.goto(`${origin}/`);
  return page;
}

/** Draws one, and gives what to say of it. Throws where it cannot be drawn. */
async function drawn(page: Page, { path, name, text, line }: Wanted): Promise<string> {
  const { diagram, problems } = readDiagram(text);
  const [wrong] = problems;
  if (!diagram || wrong) throw new Error(`${path}:${line + 1 + (wrong?.line ?? 0)}: ${wrong?.says}`);
  try {
    const drawing = await page.evaluate(
      async ([module, sketch]) => {
        const part = (await import(module)) as { draw: typeof draw };
        return part.draw(sketch);
      },
      ['/src/diagrams/draw.ts', { text, name, marks: diagram.marks }] as const,
    );
    const [kept, problem] = keep(root, { path, name, text, drawing });
    if (problem) throw problem;
    return `${path}:${line}: ${kept}, ${(drawing.length / 1000).toFixed(1)} kB`;
  } catch (error) {
    throw new Error(
      `${path}:${line}: ${(error as Error).message.replace(/^page\.evaluate: (Error: )?/, '')}`,
      {
        cause: error,
      },
    );
  }
}

const paths = process.argv.slice(2).map((path) => path.replace(/^\.\//, ''));
const files = readContent(root);
const all = files.flatMap((file): Wanted[] => fencesOf(file).map((fence) => ({ ...fence, path: file.path })));
const wanted = all.filter(({ path, name, text }) => {
  const kept = join(root, drawingPath(path, name));
  const drawing = existsSync(kept) ? readFileSync(kept, 'utf8') : undefined;
  return (paths.length === 0 || paths.includes(path)) && stateOf(drawing, digestOfDiagram(text)) !== 'fresh';
});
const kept = new Set(all.map(({ path, name }) => drawingPath(path, name)));
for (const path of globSync('content/**/diagrams/*.svg', { cwd: root }).map((each) =>
  each.replaceAll('\\', '/'),
)) {
  if (kept.has(path)) continue;
  rmSync(join(root, path));
  console.log(`${path}: taken away, since no diagram has that name.`);
}
if (wanted.length > 0) {
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await drawingPage(browser);
    for (const each of wanted) {
      try {
        console.log(await drawn(page, each));
      } catch (error) {
        console.error((error as Error).message);
        process.exitCode = 1;
      }
    }
  } finally {
    await browser.close();
  }
}
console.log(`${all.length} diagrams, ${wanted.length} drawn again.`);
