import { describe, expect, test } from 'vitest';
import { readDiagram } from '../../src/diagrams/source.ts';

const state = (...lines: readonly string[]): string =>
  ['stateDiagram-v2', 'accTitle: A door', 'accDescr: It is open or shut.', ...lines].join('\n');
const saysOf = (text: string): string[] =>
  readDiagram(text).problems.map(({ line, says }) => `${line}: ${says}`);

test('a diagram has a kind, a title, a description, a run, and moments', () => {
  const text = `sequenceDiagram
  accTitle: A letter
  accDescr {
    One writes,
    the other reads.
  }
  %% run slow
  %% any other comment
  participant a
  a->>b: first
  %% at first act
  b-->>a: words
  %% at #2 act
  a-)a: to oneself`;
  expect(readDiagram(text)).toEqual({
    diagram: {
      kind: 'sequence',
      title: 'A letter',
      description: 'One writes, the other reads.',
      run: 'slow',
      marks: [
        { line: 10, selector: 'first act', place: { what: 'message', nth: 1 } },
        { line: 12, selector: '#2 act', place: { what: 'message', nth: 2 } },
      ],
    },
    problems: [],
  });
});

describe('what a moment is bound to', () => {
  const places = (text: string) => readDiagram(text).diagram?.marks.map(({ place }) => place);

  test('in a state diagram is a transition or a state', () => {
    const text = state(
      '[*] --> open',
      '%% at act',
      'open --> shut: push',
      '%% at act',
      'state "wide open" as open',
    );
    expect(places(text)).toEqual([
      { what: 'edge', nth: 1 },
      { what: 'node', id: 'open' },
    ]);
  });

  test('in a flowchart is a link or a node', () => {
    const text = `flowchart TD
accTitle: A
accDescr: B
a[one] --> b
a -->|again| b
%% at act
a -->|third| b
%% at act
b -. maybe .-> c
%% at act
c{{words}}`;
    expect(places(text)).toEqual([
      { what: 'edge', ends: ['a', 'b'], nth: 2 },
      { what: 'edge', ends: ['b', 'c'], nth: 0 },
      { what: 'node', id: 'c' },
    ]);
  });

  test('in a class diagram is a relation or a class', () => {
    const text = 'classDiagram\naccTitle: A\naccDescr: B\n%% at act\nA <|-- B : is\n%% at act\nclass A';
    expect(places(text)).toEqual([
      { what: 'edge', ends: ['A', 'B'], nth: 0 },
      { what: 'node', id: 'A' },
    ]);
  });

  test('has words, and stands below', () => {
    expect(saysOf(state('%% at act', 'open --> shut', '%% at act'))).toEqual([
      '3: "%% at act": the line below has no words that could lead there. Give it a label.',
      '5: "%% at act": expected below it what happens at that moment, such as `a --> b: words` or `state "words" as a`, found nothing.',
    ]);
  });
});

describe('refused is', () => {
  test.each<[what: string, text: string, says: readonly string[]]>([
    [
      'another kind',
      'pie\n"a": 1',
      ['0: expected sequenceDiagram, stateDiagram-v2, classDiagram or flowchart, found "pie".'],
    ],
    [
      'a diagram without title and description',
      'flowchart TD\na --> b',
      [
        '0: write `accTitle: …` below this line: what the diagram shows, in a few words.',
        '0: write `accDescr: …` below this line: what it says, for readers who do not see it.',
      ],
    ],
    [
      'a setting',
      state('%%{init: {"theme": "dark"}}%%'),
      [
        '3: "%%{init: {"theme": "dark"}}%%": all diagrams have the settings of src/diagrams/settings.ts. Take it out.',
      ],
    ],
    [
      'a colour',
      state('classDef loud fill:#f00', 'open:::loud --> shut'),
      [
        '3: "classDef loud fill:#f00": drawings have the colours of the page, in light and dark. Take the line out.',
        '4: "open:::loud --> shut": drawings have the colours of the page, in light and dark. Take the line out.',
      ],
    ],
    [
      'an address',
      'flowchart TD\naccTitle: A\naccDescr: B\nclick a href "https://example.com"',
      [
        '3: "click a href "https://example.com"": write `%% at SELECTOR` over the line that it is about: that links it to a moment of the run.',
      ],
    ],
    [
      'markup',
      state('open: <img src=x onerror=alert(1)>'),
      ['3: "open: <img src=x onerror=alert(1)>": labels hold words and no tags but <br/>.'],
    ],
  ])('%s', (_what, text, says) => {
    expect(saysOf(text)).toEqual(says);
  });

  test('no stereotype, no inheritance, no line break', () => {
    const text =
      'classDiagram\naccTitle: A\naccDescr: B\nclass A {\n<<interface>>\n}\nA <|-- B\nnote "one<br/>two"';
    expect(saysOf(text)).toEqual([]);
  });
});
