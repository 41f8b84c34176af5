import { type DiagramKind, type Mark, type MarkPlace, placeOf } from './mark-places.ts';

/** What stands between the fences of a diagram, read. */
export interface Diagram {
  readonly kind: DiagramKind;
  readonly title: string;
  readonly description: string;
  /** The variant of the chapter's scenario that its moments are of; the first scenario if left out. */
  readonly run: string | undefined;
  /** What is bound to a moment, in the order of the text. */
  readonly marks: readonly Mark[];
}

/** What is wrong in a diagram, at a line of its text, from 0. */
export interface DiagramProblem {
  readonly line: number;
  readonly says: string;
}

const kinds: readonly (readonly [RegExp, DiagramKind])[] = [
  [/^sequenceDiagram\b/, 'sequence'],
  [/^stateDiagram(-v2)?\b/, 'state'],
  [/^classDiagram(-v2)?\b/, 'class'],
  [/^(flowchart|graph)\b/, 'flowchart'],
];

const colours = 'drawings have the colours of the page, in light and dark. Take the line out.';
const settings = 'all diagrams have the settings of src/diagrams/settings.ts. Take it out.';
const moments =
  'write `%% at SELECTOR` over the line that it is about: that links it to a moment of the run.';

/** What mermaid would take, and we do not. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/^%%\{/, settings],
  [/^---$/, settings],
  [/^(style|classDef|linkStyle|cssClass)\s/, colours],
  [/^class\s+[\w,\s]+\s\w+$|:::/, colours],
  [/^rect\s+(rgba?\(|#|[a-z]+$)/i, colours],
  [/^(click|callback)\s|^links?\s+\S+\s*[:"{]|^properties\s/, moments],
  [/(?<!<)<\/?(?!br\b)[a-z][a-z0-9]*(\s[^>]*)?>/i, 'labels hold words and no tags but <br/>.'],
  [/\$\$/, 'formulas are not drawn here. Write it in words.'],
  [/@\{/, 'shapes with pictures or icons are not drawn here. Write the node with its brackets.'],
];

/** Reads a diagram. Without a `Diagram` nothing can be drawn of it, and there is a problem that says why. */
export function readDiagram(text: string): { diagram?: Diagram; problems: readonly DiagramProblem[] } {
  const lines = text.split('\n').map((line) => line.trim());
  const problems: DiagramProblem[] = lines.flatMap((line, i) =>
    refused
      .filter(([pattern]) => pattern.test(line))
      .slice(0, 1)
      .map(([, says]) => ({ line: i, says: `"${line}": ${says}` })),
  );
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('%%') && line !== '---');
  const kind = kinds.find(([pattern]) => pattern.test(lines[first] ?? ''))?.[1];
  if (kind === undefined) {
    const says = `expected sequenceDiagram, stateDiagram-v2, classDiagram or flowchart, found ${lines[first] ? `"${lines[first]}"` : 'nothing'}.`;
    return { problems: [{ line: Math.max(0, first), says }] };
  }
  const title = /^accTitle\s*:\s*(.+)$/m.exec(lines.join('\n'))?.[1];
  const described = /^accDescr\s*(?::\s*(.+)|\{([^}]*)\})/m.exec(lines.join('\n'));
  const description = (described?.[1] ?? described?.[2])?.replace(/\s+/g, ' ').trim();
  if (!title) {
    problems.push({
      line: first,
      says: 'write `accTitle: …` below this line: what the diagram shows, in a few words.',
    });
  }
  if (!description) {
    const says = 'write `accDescr: …` below this line: what it says, for readers who do not see it.';
    problems.push({ line: first, says });
  }
  const [marks, wrong] = marksIn(lines, kind);
  const run = /^%%\s*run\s+(\S+)$/m.exec(lines.join('\n'))?.[1];
  const all = [...problems, ...wrong].sort((a, b) => a.line - b.line);
  if (!title || !description) return { problems: all };
  return { diagram: { kind, title, description, run, marks }, problems: all };
}

/** Each `%% at SELECTOR`, with what the line below it draws. */
function marksIn(lines: readonly string[], kind: DiagramKind): [Mark[], DiagramProblem[]] {
  const marks: Mark[] = [];
  const problems: DiagramProblem[] = [];
  lines.forEach((line, i) => {
    const selector = /^%%\s*at\s+(.+)$/.exec(line)?.[1];
    if (selector === undefined) return;
    const place: MarkPlace | string = placeOf(kind, lines, i + 1);
    if (typeof place === 'string') problems.push({ line: i, says: `"${line}": ${place}` });
    else marks.push({ line: i, selector: selector.trim(), place });
  });
  return [marks, problems];
}
