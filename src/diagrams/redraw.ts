/*
 * In the development server: draws the diagrams of the page whose drawings are behind their sources, has the server keep them, and
 * shows them. Where one cannot be drawn, its place says why.
 */
import literata from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url';
import { face } from './settings.ts';
import { readDiagram } from './source.ts';

interface Behind {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

async function redraw(figure: HTMLElement): Promise<void> {
  const { path, name, text } = JSON.parse(figure.dataset.behind ?? '') as Behind;
  const { diagram, problems } = readDiagram(text);
  const [problem] = problems;
  if (!diagram || problem) throw new Error(problem?.says);
  const { draw } = await import('./draw.ts');
  // A page may do without its face where that comes late. What is kept is measured with it.
  document.fonts.add(await new FontFace(face, `url(${literata})`, { weight: '200 900' }).load());
  const drawing = await draw({ text, name, marks: diagram.marks });
  const answer = await fetch('/__diagrams', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ path, name, text, drawing }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const behind = [...document.querySelectorAll<HTMLElement>('[data-behind]')];
let drawn = 0;
for (const figure of behind) {
  try {
    await redraw(figure);
    drawn++;
  } catch (error) {
    figure.textContent = error instanceof Error ? error.message : String(error);
  }
}
if (drawn > 0 && drawn === behind.length) location.reload();
