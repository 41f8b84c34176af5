/** The kinds of diagram that prose may have. */
export type DiagramKind = 'sequence' | 'state' | 'class' | 'flowchart';

/** What a line of a diagram draws, so that it can be found in the drawing. `nth` counts from 0. */
export type MarkPlace =
  | { readonly what: 'message'; readonly nth: number }
  /** Between the same two, where `ends` names them; of all in the diagram where it does not. */
  | { readonly what: 'edge'; readonly ends?: readonly [from: string, to: string]; readonly nth: number }
  | { readonly what: 'node'; readonly id: string };

/** Something in a diagram that is bound to a moment of a run. */
export interface Mark {
  /** Of the comment that says so, in the text of the diagram, from 0. */
  readonly line: number;
  readonly selector: string;
  readonly place: MarkPlace;
}

const message = /^[^:]+?(<<)?--?(>>|>|x|\))[+-]?[^:]+:\s*\S/;
const transition = /^(\[\*\]|\w+)\s*-->\s*(\[\*\]|\w+)\s*(:\s*\S.*)?$/;
/** A link without the words between its bars: what stands round the ids, such as brackets, is not looked at. */
const worded = /(?:--|==|-\.)\s+(\S.*?)\s+(?:-+[->xo]|=+[=>xo]|\.+-[>xo]?)/.source;
const wordless = /[<xo]?(?:--+[->xo]|==+[=>xo]|-\.+-[>xo]?)/.source;
const link = new RegExp(`^(\\w+).*?(?:${worded}|${wordless})\\s*(\\w+)`);
const bars = /\|[^|]*\|/;
const relation =
  /^(\w+)\s+(?:"[^"]*"\s+)?(?:[<*o|(]*(?:--|\.\.)[>*o|)]*)\s+(?:"[^"]*"\s+)?(\w+)\s*(:\s*\S.*)?$/;

const noWords = 'the line below has no words that could lead there. Give it a label.';

/** What the line below a `%% at` draws, or why nothing can be bound to it. */
export function placeOf(kind: DiagramKind, lines: readonly string[], at: number): MarkPlace | string {
  const line = lines[at] ?? '';
  const before = lines.slice(0, at);
  const nothing = `expected below it what happens at that moment, ${expected[kind]}, found ${line === '' ? 'nothing' : `"${line}"`}.`;
  switch (kind) {
    case 'sequence':
      if (!message.test(line)) return nothing;
      return { what: 'message', nth: before.filter((each) => message.test(each)).length };
    case 'state': {
      const [, , , label] = transition.exec(line) ?? [];
      if (label) return { what: 'edge', nth: before.filter((each) => transition.test(each)).length };
      if (transition.test(line)) return noWords;
      const id = /^state\s+(?:"[^"]*"\s+as\s+)?(\w+)|^(\w+)\s*:\s*\S/.exec(line);
      return id ? { what: 'node', id: id[1] ?? id[2] ?? '' } : nothing;
    }
    case 'flowchart': {
      const [, from, between, to] = link.exec(line.replace(bars, ' ')) ?? [];
      const links = before.map((each) => each.replace(bars, ' '));
      if (from && to)
        return labelled(from, to, between !== undefined || bars.test(line), linked(links, link, 3));
      const id = /^(\w+)\s*[[({>]/.exec(line)?.[1];
      return id ? { what: 'node', id } : nothing;
    }
    case 'class': {
      const found = relation.exec(line);
      if (found) return labelled(found[1]!, found[2]!, Boolean(found[3]), linked(before, relation, 2));
      const id = /^class\s+(\w+)/.exec(line)?.[1];
      return id ? { what: 'node', id } : nothing;
    }
    default:
      return kind satisfies never;
  }
}

const expected: Readonly<Record<DiagramKind, string>> = {
  sequence: 'such as `a->>b: words`',
  state: 'such as `a --> b: words` or `state "words" as a`',
  flowchart: 'such as `a -->|words| b` or `a[words]`',
  class: 'such as `A --> B : words` or `class A`',
};

type Ends = readonly [from: string, to: string];

const linked = (lines: readonly string[], pattern: RegExp, to: number): Ends[] =>
  lines.flatMap((line): Ends[] => {
    const found = pattern.exec(line);
    return found ? [[found[1] ?? '', found[to] ?? '']] : [];
  });

function labelled(from: string, to: string, hasWords: boolean, before: readonly Ends[]): MarkPlace | string {
  if (!hasWords) return noWords;
  const nth = before.filter(([a, b]) => a === from && b === to).length;
  return { what: 'edge', ends: [from, to], nth };
}
