import { scenarios as loops } from '../../content/controllers/the-control-loop/scenario.ts';
import { checkContent } from '../../src/check/check.ts';
import { type ContentFile, parseContent } from '../../src/chapters/content.ts';
import { readComponents } from '../../src/check/site/props.ts';
import type { ContentProblem } from '../../src/check/rules/rule.ts';
import { machineFor } from '../../src/check/runs.ts';
import type { Site } from '../../src/check/site/site.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { root } from '../tidy/files.ts';

/** Where the sample chapter lies: at a place that the book has. */
const path = 'content/controllers/the-control-loop/index.mdx';

/** A chapter with nothing wrong in it, of which tests make wrong ones. */
export const chapter = `---
title: Sample
description: A chapter to make mistakes in.
kind: chapter
part: controllers
question: What is wrong?
kubernetes: v1.20.2
minutes: 15
scenarios: [controllers/sample, controllers/sample#again]
buildsOn: []
paths: [source]
---
<ScopeFrame start="first act" />
## One

<Explains rows="CTL-01" />

<Step at="#1 act">
The user applies a <Term id="replicaset" />.
</Step>

<Step at="workqueue.add default/web">
Its <Term id="key" /> goes into the queue. <Moment at="#2 act" run="again">A while later</Moment> a pod is deleted.
</Step>

<Snippet file="src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts" symbol="processNextWorkItem" />

<Prediction
  question="How often?"
  answers={[
    { says: 'Once.', right: true, why: 'It is so.' },
    { says: 'Twice.', why: 'It is not so.' },
  ]}
>
  As [the guide](/guide/sample/#two) says.
</Prediction>

## Two

<Experiment
  title="Delete a pod"
  at="#3 act"
  acts={[{ kind: 'scale', namespace: 'default', name: 'web', replicas: 3 }]}
  expect="What happens?"
  look="Look at the store."
  shows="act scale"
/>

<Exercise id="controllers/the-control-loop/give-up" />

<Remember>
- [Keys of a queue](/glossary/), and [the map](/#map). See ${'<Moment at="first act">the first act</Moment>, '.repeat(5)}and more.
</Remember>

<WhereUpstream
  pins={[
    'RS-04.1',
    'pkg/controller/replicaset/replica_set.go#slowStartBatch',
  ]}
/>

<SinceThen>
<Change since="v1.33" pulls={[129568]}>It is in order.</Change>
</SinceThen>

<StudyGroup
  minutes={30}
  starts={[{ at: 'first act', label: 'the first act' }]}
  questions={[{ asks: 'Who?', answer: 'A controller.' }, { asks: 'What?', at: 'first act' }, { asks: 'Why?', answer: 'It is so.' }]}
/>

<Symptom title="A pod too many" from="kubectl get pods" shows="web-1" at="first act" issues={[61117]}>Look twice.</Symptom>
`;

const guide = `---
title: Guide
description: A page to lead to.
kind: guide
question: What is there?
minutes: 5
---

## Two

<Explains rows="CTL-04" />
`;

const [loop] = loops as [Scenario];
const lost: Scenario = {
  ...loop,
  id: 'controllers/sample#lost',
  // oxlint-disable-next-line require-yield
  *story() {
    throw new Error('the story has lost its thread');
  },
};
const scenarios = [
  {
    path: 'content/controllers/sample/scenario.ts',
    scenarios: [
      { ...loop, id: 'controllers/sample' },
      { ...loop, id: 'controllers/sample#again', seed: 6 },
      lost,
    ],
  },
];
const machine = await machineFor(scenarios);
const components = readComponents(root);
const sources: Readonly<Record<string, string>> = {
  'src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts':
    'function processNextWorkItem(): void {}\nclass A {\n  get(): void {}\n}\nclass B {\n  get(): void {}\n}\n// Mirrors: pkg/strange.go#Strange\nfunction strange(): void {}\n',
};

/** What a check of the chapter finds, in a site that has a guide, and other files if there are. */
export function problemsOf(
  text: string,
  {
    at = path,
    others = [],
    drawings = {},
  }: {
    at?: string;
    others?: readonly ContentFile[];
    drawings?: Readonly<Record<string, string>>;
  } = {},
): ContentProblem[] {
  const file = parseContent(at, text);
  const site: Site = {
    files: [...others, file, parseContent('content/guide/sample.mdx', guide)],
    components,
    scenarios,
    machine,
    asserted: new Set(['CTL-01', 'CTL-04']),
    source: (name) => drawings[name] ?? sources[name],
    drawings: Object.keys(drawings),
    exercises: ['controllers/the-control-loop/give-up', 'controllers/the-control-loop/adopt-two'],
    otherPages: ['/', '/glossary/', '/coverage/*/', '/runs/**'],
  };
  return checkContent(site, [file]);
}
