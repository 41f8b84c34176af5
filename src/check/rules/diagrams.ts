import { select } from '../../recording/select.ts';
import { digestOfDiagram, drawingPath, fencesOf, isName, stateOf } from '../../diagrams/kept.ts';
import { refusedIn } from '../../diagrams/refused.ts';
import { readDiagram } from '../../diagrams/source.ts';
import type { ContentFile } from '../../chapters/content.ts';
import type { Site } from '../site/site.ts';
import { type ContentProblem, type Rule, sentence } from './rule.ts';
import { listed, scenarioOf } from './runs.ts';

/** Each diagram has a name of its own, and a source that can be drawn, with words for those who do not see it. */
export const diagramsCanBeRead: Rule = (file) => {
  const { path } = file;
  const fences = fencesOf(file);
  return fences.flatMap(({ name, text, line }, i): ContentProblem[] => {
    const called = '```mermaid';
    const same = fences.slice(0, i).find((each) => each.name === name);
    const says = !isName(name)
      ? `expected a name behind ${called}, of small letters and digits with "-" between, found ${name === '' ? 'nothing' : `"${name}"`}. Write one such as "${called} one-reconcile": its drawing is kept under it.`
      : same && `the diagram of line ${same.line} has the name "${name}" too. Give each its own.`;
    const unnamed = says ? [{ path, line, says }] : [];
    const wrong = readDiagram(text).problems.map((problem) => ({
      path,
      line: line + 1 + problem.line,
      says: `diagram: ${problem.says}`,
    }));
    return [...unnamed, ...wrong];
  });
};

/** What a diagram binds to a moment happens, in a run of its page. */
export const diagramsHappen: Rule = (file, { machine }) =>
  fencesOf(file).flatMap(({ text, line }): ContentProblem[] => {
    const { marks = [], run } = readDiagram(text).diagram ?? {};
    if (marks.length === 0) return [];
    const id = scenarioOf(file, run);
    const all = listed(file);
    if (!all.includes(id)) {
      const says = `diagram: expected a run of this page, found ${run ? `"%% run ${run}"` : 'none'}. It has ${all.join(', ') || 'no scenarios'}: name a variant of these, or take the "%% at" out.`;
      return [{ path: file.path, line, says }];
    }
    const [recording] = machine.play(id);
    if (!recording) return [];
    return marks.flatMap((mark): ContentProblem[] => {
      const [, problem] = select(recording, mark.selector);
      const says = `diagram: in ${id}, ${sentence(problem?.message ?? '')}`;
      return problem ? [{ path: file.path, line: line + 1 + mark.line, says }] : [];
    });
  });

/** Each diagram is drawn as its source says now, and its drawing holds shapes and words alone. */
export const diagramsAreDrawn: Rule = (file, site) => {
  const { path } = file;
  const fences = fencesOf(file).filter(({ name, text }) => isName(name) && readDiagram(text).diagram);
  const problems = fences.flatMap(({ name, text, line }): ContentProblem[] => {
    const kept = drawingPath(path, name);
    const drawing = site.source(kept);
    const state = stateOf(drawing, digestOfDiagram(text));
    const refused = drawing === undefined ? undefined : refusedIn(drawing);
    const command = `run \`npm run diagrams -- ${path}\`, or open the page in \`npm run dev\`.`;
    if (state === 'missing')
      return [{ path, line, says: `the diagram "${name}" is not drawn yet: ${command}` }];
    if (state === 'stale') {
      const says = `the drawing ${kept} is not of this source, this version of mermaid or these settings: ${command}`;
      return [{ path, line, says }];
    }
    if (!refused) return [];
    return [
      {
        path,
        line,
        says: `the drawing ${kept} holds ${refused}, which none may. Take the file away, and ${command}`,
      },
    ];
  });
  return [...problems, ...leftOver(file, site)];
};

function leftOver(file: ContentFile, { drawings }: Site): ContentProblem[] {
  const own = new Set(fencesOf(file).map(({ name }) => drawingPath(file.path, name)));
  const folder = drawingPath(file.path, '').replace(/[^/]*$/, '');
  return drawings
    .filter((path) => path.startsWith(folder) && !own.has(path))
    .map((path) => {
      const says = `no diagram of the page has the drawing ${path}: take it away, or run \`npm run diagrams\`.`;
      return { path: file.path, line: 1, says };
    });
}
