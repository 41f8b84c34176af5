import { describe, expect, test } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import type { ContentProblem } from '../../src/check/rules/rule.ts';
import { chapter, problemsOf } from './sample.ts';

/** What is wrong, what of the sample is replaced by what, and all that the check says. */
type Mistake = readonly [name: string, from: string, to: string, expected: readonly unknown[]];

const told = (problems: readonly ContentProblem[]): string[] =>
  problems.map(({ line, says }) => `${line}: ${says}`);

/** What is said of the time that the sample takes, when another would be right. */
const minutesFor = (minutes: number): string =>
  `8: expected minutes: ${minutes}, found 15. It is a minute for 200 words, 20 s for a told moment, 2 minutes for a prediction, 3 for an experiment, 8 for an exercise, to five minutes.`;

/** The sample from one text up to another. */
function part(from: string, to?: string): string {
  return chapter.slice(chapter.indexOf(from), to === undefined ? undefined : chapter.indexOf(to));
}

test('a chapter with nothing wrong in it passes', () => {
  expect(told(problemsOf(chapter))).toEqual([]);
});

describe('mistakes of a run', () => {
  test.each<Mistake>([
    [
      'a selector that cannot be read',
      'at="#1 act"',
      'at="#0 act"',
      [
        '18: <Step at>: in controllers/sample, selector "#0 act": expected # and a number from 1 on, found #0; write #1 for the first one.',
      ],
    ],
    [
      'a selector of a kind of event that there is not',
      'at="workqueue.add default/web"',
      'at="workqueue.ad default/web"',
      [
        `22: <Step at>: in controllers/sample, selector "workqueue.ad default/web": expected an event's kind, found workqueue.ad; did you mean workqueue.add?`,
      ],
    ],
    [
      'an event that never happens',
      'at="#1 act"',
      'at="act crash"',
      [
        '18: <Step at>: in controllers/sample, no event matches "act crash": expected at least 1, found none; the nearest that happened are below, use one of them or change the scenario:\n' +
          '  act delete pods default/web-cc6r2  (3300 ms: The user deletes pod default/web-cc6r2)\n' +
          '  act conflict replicasets  (6300 ms: The user makes the next 6 updates of replicasets conflict)\n' +
          '  act apply ReplicaSet default/web  (300 ms: The user applies ReplicaSet default/web)',
      ],
    ],
    [
      'an event that happens, but not as often as asked',
      'at="#2 act" run="again"',
      'at="#9 act" run="again"',
      [
        '23: <Moment at>: in controllers/sample#again, no event matches "#9 act": expected at least 9, found 4; the nearest that happened are below, use one of them or change the scenario:\n' +
          '  act delete pods default/web-5nwsg  (3300 ms: The user deletes pod default/web-5nwsg)\n' +
          '  act conflict replicasets  (6300 ms: The user makes the next 6 updates of replicasets conflict)\n' +
          '  act apply ReplicaSet default/web #2  (6300 ms: The user applies ReplicaSet default/web)',
      ],
    ],
    [
      'a step that happens before the one above it',
      '<Step at="workqueue.add default/web">',
      '<Step at="first program.start">',
      [
        '22: <Step at>: "first program.start" (0 ms) happens before the step above it, "#1 act" of line 18 (300 ms). Steps of one run stand in the order in which they happen: move it, or link to it with <Moment>.',
      ],
    ],
    [
      'two steps at one event',
      '<Step at="workqueue.add default/web">',
      '<Step at="first act">',
      [
        '22: <Step at>: "first act" (300 ms) is the same event as the step above it, "#1 act" of line 18 (300 ms). Steps of one run stand in the order in which they happen: move it, or link to it with <Moment>.',
      ],
    ],
    [
      'a run that the frontmatter does not list',
      'at="#2 act" run="again"',
      'at="#2 act" run="agian"',
      [
        '9: nothing in the chapter speaks of the scenario controllers/sample#again: name it with run="again", or take it out.',
        '23: <Moment run>: the frontmatter lists no scenario controllers/sample#agian. Did you mean "again"?',
      ],
    ],
    [
      'a start that never happens',
      'start="first act"',
      'start="act after #4 act"',
      [
        '13: <ScopeFrame start>: in controllers/sample, no event matches "act after #4 act": expected at least 1, found none after that; the nearest that happened are below, use one of them or change the scenario:\n' +
          '  act apply ReplicaSet default/web  (300 ms: The user applies ReplicaSet default/web)\n' +
          '  act delete pods default/web-cc6r2  (3300 ms: The user deletes pod default/web-cc6r2)\n' +
          '  act conflict replicasets  (6300 ms: The user makes the next 6 updates of replicasets conflict)',
      ],
    ],
    [
      'a starting state of the study group that never happens',
      "at: 'first act'",
      "at: 'store.compact'",
      [
        '68: <StudyGroup starts>: in controllers/sample, no event matches "store.compact": expected at least 1, found none; the nearest that happened are below, use one of them or change the scenario:\n' +
          '  store.write create namespaces default  (0 ms: The API server stores namespace default (revision 1), which kube-apiserver creates)\n' +
          '  store.write create namespaces kube-system  (0 ms: The API server stores namespace kube-system (revision 2), which kube-apiserver creates)\n' +
          '  store.write create nodes node-a  (2 ms: The API server stores node node-a (revision 3), which the kubelet stand-in on node-a creates)',
      ],
    ],
    [
      'a scenario that there is not',
      'controllers/sample#again]',
      'controllers/sample#agian]',
      [
        '9: there is no scenario "controllers/sample#agian": content/controllers/sample/scenario.ts declares none. Did you mean "controllers/sample#again"?',
        '23: <Moment run>: the frontmatter lists no scenario controllers/sample#again. Did you mean "agian"?',
      ],
    ],
    [
      'a scenario that ends badly',
      'controllers/sample#again]',
      'controllers/sample#again, controllers/sample#lost]',
      [
        '9: the scenario controllers/sample#lost does not end well: process story failed at 0 ms: Error: the story has lost its thread. Mend its story.',
      ],
    ],
    [
      'a scenario that nothing speaks of',
      ' run="again"',
      '',
      [
        '9: nothing in the chapter speaks of the scenario controllers/sample#again: name it with run="again", or take it out.',
      ],
    ],
    [
      'an experiment that shows what the story shows as well',
      'shows="act scale"',
      'shows="act delete"',
      [
        '46: <Experiment shows>: shows="act delete" happens in the story as well, at 3300 ms: The user deletes pod default/web-cc6r2; name an event that tells the two runs apart.',
      ],
    ],
    [
      'an experiment at an event that never happens',
      'at="#3 act"',
      'at="#8 act"',
      [
        '42: <Experiment at>: no event matches "#8 act": expected at least 8, found 4; the nearest that happened are below, use one of them or change the scenario:\n' +
          '  act delete pods default/web-cc6r2  (3300 ms: The user deletes pod default/web-cc6r2)\n' +
          '  act conflict replicasets  (6300 ms: The user makes the next 6 updates of replicasets conflict)\n' +
          '  act apply ReplicaSet default/web #2  (6300 ms: The user applies ReplicaSet default/web)',
      ],
    ],
    [
      'an experiment instead of which there is nothing',
      'title="Delete a pod"',
      'title="Delete a pod" instead="elsewhere"',
      [
        '41: <Experiment instead>: the frontmatter lists no scenario controllers/sample#elsewhere. Its variants are: again.',
      ],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});

describe('mistakes of code', () => {
  test.each<Mistake>([
    [
      'a snippet of a file that is not there',
      'replica_set.ts',
      'replicaset.ts',
      [
        '26: <Snippet file>: there is no file src/runtime/kubernetes/pkg/controller/replicaset/replicaset.ts. Write its path from the root of the project.',
      ],
    ],
    [
      'a snippet of a file that does not run in the machine',
      'src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts',
      'src/recording/select.ts',
      [
        '26: <Snippet file>: "src/recording/select.ts" is not in src/runtime/. A snippet shows what runs in the machine: write a path that begins with src/runtime/.',
      ],
    ],
    [
      'a snippet of a name that is not declared',
      'symbol="processNextWorkItem"',
      'symbol="processNextItem"',
      [
        '26: <Snippet symbol>: "processNextItem" is not declared in src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts. Write one of: processNextWorkItem, A, A.get, B, B.get, strange.',
      ],
    ],
    [
      'a snippet of a name that is declared twice',
      'symbol="processNextWorkItem"',
      'symbol="get"',
      [
        '26: <Snippet symbol>: "get" is declared 2 times in src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts. Write one of: A.get, B.get.',
      ],
    ],
    [
      'a snippet that follows what is not pinned',
      'symbol="processNextWorkItem"',
      'symbol="strange"',
      [
        '26: <Snippet symbol>: "strange" follows pkg/strange.go#Strange: there is no pin "pkg/strange.go#Strange" in src/sources/pins.json. Correct it, or add it: npm run sources:pin -- pkg/strange.go Strange',
      ],
    ],
    [
      'code that is typed in',
      '## Two',
      '```go\nfunc main() {}\n```\n\n## Two',
      [
        '38: a listing in go is typed in, and nothing would notice when it is no longer true. Show a declaration with <Snippet file="…" symbol="…" />; fences are for sh, text and mermaid.',
      ],
    ],
    [
      'an import',
      '<ScopeFrame',
      "import X from './X.astro';\n\n<ScopeFrame",
      [
        `13: "import X from './X.astro';" is not needed: components are at hand by their names, and attributes hold plain values. Take it out.`,
      ],
    ],
    [
      'an exported constant',
      '<ScopeFrame',
      "export const run = 'x';\n\n<ScopeFrame",
      [
        `13: "export const run = 'x';" is not needed: components are at hand by their names, and attributes hold plain values. Take it out.`,
      ],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});

describe('mistakes of what is kept elsewhere', () => {
  test.each<Mistake>([
    [
      'a pin by an id that there is not',
      "'RS-04.1'",
      "'RS-04.9'",
      [
        '57: <WhereUpstream pins>: there is no pin "RS-04.9" in src/sources/pins.json. The nearest is RS-04.1.',
      ],
    ],
    [
      'a pin by a symbol that there is not',
      'replica_set.go#slowStartBatch',
      'replica_set.go#slowStartBach',
      [
        '58: <WhereUpstream pins>: there is no pin "pkg/controller/replicaset/replica_set.go#slowStartBach" in src/sources/pins.json. The nearest is pkg/controller/replicaset/replica_set.go#slowStartBatch. To pin it: npm run sources:pin -- pkg/controller/replicaset/replica_set.go slowStartBach',
      ],
    ],
    [
      'a pin that is neither',
      "'RS-04.1'",
      "'replica_set.go'",
      [
        '57: <WhereUpstream pins>: there is no pin "replica_set.go" in src/sources/pins.json. Write the id of a pin, such as RS-04.1, or path#Symbol.',
      ],
    ],
    [
      'a lens of a pin that has none',
      'It is in order.</Change>',
      'It is in order.<Lens of="RS-04.1">Much.</Lens></Change>',
      [
        '63: <Lens of>: there is no lens of "RS-04.1" in src/sources/lenses.json. Add one: KUBERNETES_SRC_RECENT=DIR npm run sources:lens -- pkg/controller/controller_utils.go#ControllerExpectations.SetExpectations TAG PATH SYMBOL',
      ],
    ],
    [
      'the same pin twice',
      "'RS-04.1'",
      "'pkg/controller/replicaset/replica_set.go#slowStartBatch'",
      [
        '58: <WhereUpstream pins>: the pin "pkg/controller/replicaset/replica_set.go#slowStartBatch" stands in line 57 already: take one of them out.',
      ],
    ],
    [
      'a row that there is not',
      'rows="CTL-01"',
      'rows="CTL-99"',
      ['16: <Explains rows>: there is no row "CTL-99". The rows of CTL are CTL-01 to CTL-04.'],
    ],
    [
      'a row twice in one place',
      'rows="CTL-01"',
      'rows="CTL-01 CTL-01"',
      [
        '16: <Explains rows>: CTL-01 is explained in line 16 already. One section explains a row: take it out of one of them.',
      ],
    ],
    [
      'a row in two sections',
      '## Two',
      '## Two\n\n<Explains rows="CTL-01" />',
      [
        '40: <Explains rows>: CTL-01 is explained in line 16 already. One section explains a row: take it out of one of them.',
      ],
    ],
    [
      'a row that no test asserts, which is a warning',
      'rows="CTL-01"',
      'rows="CTL-02"',
      [
        "16: <Explains rows>: no test asserts CTL-02, so it does not count as covered. Put its id into the title of a test that does: test('CTL-02 …').",
      ],
    ],
    [
      'a word that the glossary does not have',
      'id="replicaset"',
      'id="replicasett"',
      [
        '19: <Term id>: expected the id of a term in content/glossary.json, found "replicasett"; did you mean "replicaset"?',
      ],
    ],
    [
      'a word that is not explained at its first use',
      '<Term id="key" />',
      '<Term id="key" again />',
      ['23: <Term id>: "key" is not explained above: leave out `again` where the page uses a word first.'],
    ],
    [
      'a word that is explained twice',
      '<Term id="key" />',
      '<Term id="replicaset" />',
      ['23: <Term id>: "replicaset" is explained in line 19 already: write <Term id="replicaset" again />.'],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});

describe('mistakes of components', () => {
  test.each<Mistake>([
    [
      'a component that there is not',
      '>A while later</Moment>',
      '>A while later</Moment> <Momemt />',
      ['23: <Momemt>: there is no such component. Did you mean "Moment"?'],
    ],
    [
      'a component that is like none',
      '>A while later</Moment>',
      '>A while later</Moment> <Blink />',
      [
        '23: <Blink>: there is no such component. There are: Exercise, Change, Experiment, Explains, Fates, Lens, MarginNote, Moment, Myth, Myths, Prediction, Remember, SinceThen, Snippet, Step, StudyGroup, Symptom, Term, TwoRuns, WhereUpstream, ScopeFrame.',
      ],
    ],
    [
      'an attribute that it does not have',
      'symbol="processNextWorkItem"',
      'symbol="processNextWorkItem" lines="3"',
      ['26: <Snippet lines>: there is no such attribute. It has: file, symbol.'],
    ],
    [
      'an attribute that is written wrong',
      'minutes={30}',
      'minuts={30}',
      [
        '66: <StudyGroup>: it needs the attribute `minutes`: How long one reads alone.',
        '67: <StudyGroup minuts>: there is no such attribute. Did you mean "minutes"?',
      ],
    ],
    [
      'an attribute that is missing',
      ' symbol="processNextWorkItem"',
      '',
      [
        '26: <Snippet>: it needs the attribute `symbol`: Name of a function, class, type or variable, or a method as `name` or `Class.name`.',
      ],
    ],
    [
      'an attribute of the wrong type',
      'minutes={30}',
      'minutes="30"',
      ['67: <StudyGroup minutes>: expected a number, found "30". How long one reads alone.'],
    ],
    [
      'a value of the wrong type inside an attribute',
      "why: 'It is so.'",
      'why: 3',
      ['31: <Prediction answers>: in `0.why`, expected a text, found 3.'],
    ],
    [
      'a field that is missing inside an attribute',
      ", why: 'It is so.'",
      '',
      ['31: <Prediction answers>: in `0`, expected a field "why", found none.'],
    ],
    [
      'a field too many inside an attribute',
      "why: 'It is so.'",
      "why: 'It is so.', wrong: false",
      ['31: <Prediction answers>: in `0.wrong`, expected only says, why, right, found "wrong".'],
    ],
    [
      'an attribute that would have to be computed',
      'minutes={30}',
      'minutes={15 * 2}',
      [
        '67: <StudyGroup minutes>: "15 * 2" would have to be computed. Attributes hold texts, numbers, true, false, and lists and objects of these: write the value itself.',
      ],
    ],
    [
      'attributes that are spread',
      'minutes={30}',
      'minutes={30} {...more}',
      [
        '67: <StudyGroup>: "{...more}" would have to be computed. Attributes hold texts, numbers, true, false, and lists and objects of these: write the value itself.',
      ],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});

describe('mistakes of what teaches', () => {
  test.each<Mistake>([
    [
      'a prediction with two right answers',
      "{ says: 'Twice.', why",
      "{ says: 'Twice.', right: true, why",
      ['30: <Prediction answers>: expected one right answer, found 2. Mark exactly one with `right: true`.'],
    ],
    [
      'a prediction with no right answer',
      'right: true, ',
      '',
      [
        '30: <Prediction answers>: expected one right answer, found none. Mark exactly one with `right: true`.',
      ],
    ],
    [
      'a prediction with one answer',
      "    { says: 'Twice.', why: 'It is not so.' },\n",
      '',
      [
        '30: <Prediction answers>: expected 2 to 5, found 1. Give a reader a choice that can be kept in mind.',
      ],
    ],
    [
      'a prediction with six answers',
      "    { says: 'Twice.', why: 'It is not so.' },\n",
      "    { says: 'Twice.', why: 'It is not so.' },\n".repeat(5),
      [
        '30: <Prediction answers>: expected 2 to 5, found 6. Give a reader a choice that can be kept in mind.',
      ],
    ],
    [
      'a study group with two questions',
      "{ asks: 'Who?', answer: 'A controller.' }, ",
      '',
      ['69: <StudyGroup questions>: expected 3, found 2. Write three, so that the time is enough for each.'],
    ],
    [
      'a question of a study group that nothing settles',
      ", answer: 'A controller.'",
      '',
      [
        '69: <StudyGroup questions>: question 1: expected an `answer`, or `at` the moment that settles it, found neither. Write one.',
      ],
    ],
    [
      'a word that is explained inside a prediction',
      '  As [the guide]',
      '  A <Term id="informer" />. As [the guide]',
      [
        '35: <Term id>: "informer" is explained inside a prediction, whose answer may stay shut. Use the word before it or after it first.',
      ],
    ],
    [
      'no symptom',
      part('<Symptom'),
      '',
      [
        '1: the chapter has no symptom: tell with <Symptom> of a fault as one meets it in a cluster, with the issue in which it was reported.',
      ],
    ],
    [
      'a symptom that was never reported',
      'issues={[61117]}',
      'issues={[]}',
      ['72: <Symptom issues>: expected at least one issue of kubernetes/kubernetes, found none.'],
    ],
    [
      'a symptom with an issue that is no number',
      'issues={[61117]}',
      'issues={[61117, 0.5]}',
      ['72: <Symptom issues>: expected numbers of issues, such as 61117, found 0.5.'],
    ],
    [
      'a symptom that shows nothing, at a moment that never comes, from a place that is not pinned',
      'shows="web-1" at="first act"',
      'shows=" " at="act crash" pins={["RS-04.9"]}',
      [
        expect.stringMatching(/^72: <Symptom at>: in controllers\/sample, no event matches "act crash"/),
        '72: <Symptom pins>: there is no pin "RS-04.9" in src/sources/pins.json. The nearest is RS-04.1.',
        '72: <Symptom shows>: expected what a command, a log or a metric shows, found nothing.',
      ],
    ],
    [
      'two symptoms that begin with the same issue',
      '<Symptom',
      `${part('<Symptom')}\n<Symptom`,
      [
        '74: <Symptom issues>: the symptom of line 72 begins with #61117 too, and links could not tell them apart. Begin with another one.',
      ],
    ],
    [
      'myths without one, in a second box, alone, and from nowhere',
      '<Remember>',
      '<Myths>\n<Myth source="a friend" says="It is so.">It is not so.</Myth>\n</Myths>\n<Myths />\n' +
        '<Myth source="kubernetes/website#1" says="It is so.">It is not so.</Myth>\n\n<Remember>',
      [
        '52: <Myth source>: expected an address that begins with https://, or an issue such as kubernetes/website#123, found "a friend".',
        '54: <Myths>: there is a box in line 51 already: put all of them into one.',
        '54: the heading "myths" stands in line 51 already, so links could not tell them apart. Word one of them otherwise.',
        '55: <Myth>: stands alone. Put it inside <Myths>.',
      ],
    ],
    [
      'a box of myths with nothing in it',
      '<Remember>',
      '<Myths />\n\n<Remember>',
      ['51: <Myths>: expected a <Myth source="…" says="…"> for each, found none.'],
    ],
    [
      'no machine',
      '<ScopeFrame start="first act" />',
      '',
      ['1: the chapter has no machine: put <ScopeFrame start="first act" /> under its head.'],
    ],
    [
      'no prediction',
      part('<Prediction', '## Two'),
      '',
      [
        '1: the chapter has no prediction: ask with <Prediction> what happens next, before the text tells it.',
      ],
    ],
    [
      'no experiment',
      part('<Experiment', '<Exercise'),
      '',
      ['1: the chapter has no experiment: change something with <Experiment>, and show what follows.'],
    ],
    [
      'no exercise',
      part('<Exercise', '<Remember>'),
      '',
      [
        '1: the chapter has no exercise: write one under exercises/ beside it, and put <Exercise id="…" /> where the text leads to it.',
        minutesFor(10),
      ],
    ],
    [
      'an exercise that there is not',
      'give-up',
      'give-in',
      [
        '49: <Exercise id>: there is no exercise "controllers/the-control-loop/give-in", which would be content/controllers/the-control-loop/exercises/give-in.ts. Did you mean "controllers/the-control-loop/give-up"?',
      ],
    ],
    [
      'the same exercise twice',
      '<Remember>',
      '<Exercise id="controllers/the-control-loop/give-up" />\n\n<Remember>',
      [
        minutesFor(25),
        '51: <Exercise id>: the exercise "controllers/the-control-loop/give-up" stands in line 49 already: take one of them out.',
      ],
    ],
    [
      'nothing to remember',
      part('<Remember>', '<WhereUpstream'),
      '',
      ['1: the chapter has nothing to remember: close it with a short list in <Remember>.'],
    ],
    [
      'no places upstream',
      part('<WhereUpstream', '<SinceThen>'),
      '',
      ['1: the chapter has no places upstream: list its pins in <WhereUpstream pins={[…]} />.'],
    ],
    [
      'nothing on later releases',
      part('<SinceThen>', '<StudyGroup'),
      '',
      ['1: the chapter has nothing on later releases: say in <SinceThen> what has changed since v1.20.2.'],
    ],
    [
      'nothing in what has changed since',
      '<Change since="v1.33" pulls={[129568]}>It is in order.</Change>',
      'It is in order.',
      ['62: <SinceThen>: expected a <Change since="v1.…"> for each, found none.'],
    ],
    [
      'a change in no release after the baseline',
      'since="v1.33"',
      'since="v1.20"',
      ['63: <Change since>: expected a release after v1.20, such as "v1.33", found "v1.20".'],
    ],
    [
      'a change that nobody decided',
      ' pulls={[129568]}',
      ' keps={[]}',
      [
        '63: <Change>: expected where it was decided, found nothing. Write keps={[1234]} or pulls={[123456]}.',
      ],
    ],
    [
      'a change outside its section',
      '<StudyGroup',
      '<Change since="v1.33" keps={[1]}>It is.</Change>\n\n<StudyGroup',
      ['66: <Change>: stands alone. Put it inside <SinceThen>.'],
    ],
    [
      'no study group',
      part('<StudyGroup', '<Symptom'),
      '',
      ['1: the chapter has no box for a study group: add <StudyGroup> with three questions.'],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});

describe('mistakes of headings and links', () => {
  test.each<Mistake>([
    [
      'two headings alike',
      '## Two',
      '## One',
      [
        '38: the heading "one" stands in line 14 already, so links could not tell them apart. Word one of them otherwise.',
      ],
    ],
    [
      'a heading that a component brings as well',
      '## Two',
      '## Since then',
      [
        '62: the heading "since-then" stands in line 38 already, so links could not tell them apart. Word one of them otherwise.',
      ],
    ],
    [
      'a level left out',
      '## Two',
      '#### Two',
      ['38: a heading of level 4 follows one of level 2: begin it with ###.'],
    ],
    [
      'a second title',
      '## Two',
      '# Two',
      ['38: the title of the page is its one heading of level 1: begin this one with ##.'],
    ],
    [
      'a link to a page that there is not',
      '/guide/sample/#two',
      '/guide/simple/#two',
      ['35: the site has no page /guide/simple/. Did you mean "/guide/sample/"?'],
    ],
    [
      'a link to a heading that there is not',
      '/guide/sample/#two',
      '/guide/sample/#tow',
      ['35: /guide/sample/ has no heading "#tow". Did you mean "two"?'],
    ],
    [
      'a link to a heading that this page does not have',
      '/guide/sample/#two',
      '#three',
      [
        '35: this page has no heading "#three". It has: one, two, what-to-remember, where-kubernetes-does-it, since-then, for-a-study-group.',
      ],
    ],
    [
      'a link that depends on where it stands',
      '/guide/sample/#two',
      '../guide/sample/',
      [
        '35: the link "../guide/sample/" depends on where it stands: begin it with /, or with # for this page.',
      ],
    ],
    [
      'a link to a moment that is typed in',
      '/guide/sample/#two',
      '#scope=WzEsInN',
      [
        '35: a link to a moment is typed in, and would lead astray when the run changes: write <Moment at="…">.',
      ],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});

describe('mistakes of the frontmatter', () => {
  test.each<Mistake>([
    ['no title', 'title: Sample\n', '', ['1: Write `title: …`: a name of one to three words.']],
    [
      'no description',
      'description: A chapter to make mistakes in.\n',
      '',
      ['1: Write `description: …`: one sentence, for search results.'],
    ],
    [
      'no question',
      'question: What is wrong?\n',
      '',
      ['1: Write `question: …`: the one question that the chapter answers, as a reader would ask it.'],
    ],
    [
      'a kind that there is not',
      'kind: chapter',
      'kind: chaptre',
      ['4: Write `kind: chapter` for prose round a scenario, or `kind: guide` for a page without one.'],
    ],
    [
      'minutes in words',
      'minutes: 15',
      'minutes: a while',
      ['8: Write `minutes: 20`: how long a reader needs, a whole number.'],
    ],
    [
      'minutes that nobody measured',
      'minutes: 15',
      'minutes: 30',
      [minutesFor(15).replace('found 15', 'found 30')],
    ],
    ['too many minutes', 'minutes: 15', 'minutes: 200', ['8: A chapter takes at most 90 minutes: split it.']],
    [
      'another version',
      'v1.20.2',
      'v1.21.0',
      ['7: Write `kubernetes: v1.20.2`: the tag all pins and recorded answers belong to.'],
    ],
    [
      'no scenarios',
      'scenarios: [controllers/sample, controllers/sample#again]',
      'scenarios: []',
      [
        '9: Write at least one id into `scenarios`: a chapter without a running machine is a guide.',
        '13: <ScopeFrame start>: this page has no scenario, so nothing happens in it. Only a chapter that lists `scenarios` in its frontmatter can speak of a run.',
      ],
    ],
    [
      'a field that there is not',
      'minutes: 15',
      'minutes: 15\nrows: [RS-01]',
      [
        "9: `rows` is no field of this page's frontmatter. Its fields are: kind, title, description, translates, part, question, kubernetes, minutes, buildsOn, paths, scenarios, beyond, draft.",
      ],
    ],
    [
      'a guide with a machine',
      'kind: chapter\npart: controllers',
      'kind: guide',
      [
        "8: `scenarios` is no field of this page's frontmatter. Its fields are: kind, title, description, translates, question, kubernetes, minutes, draft.",
        "9: `buildsOn` is no field of this page's frontmatter. Its fields are: kind, title, description, translates, question, kubernetes, minutes, draft.",
        "10: `paths` is no field of this page's frontmatter. Its fields are: kind, title, description, translates, question, kubernetes, minutes, draft.",
        '12: <ScopeFrame start>: this page has no scenario, so nothing happens in it. Only a chapter that lists `scenarios` in its frontmatter can speak of a run.',
      ],
    ],
    [
      'a part that there is not',
      'part: controllers',
      'part: controlers',
      ['5: there is no part "controlers" in src/chapters/parts.ts. Did you mean "controllers"?'],
    ],
    [
      'a part in whose folder it does not lie',
      'part: controllers',
      'part: kubelet',
      [
        '5: the chapter is of the part "kubelet", and lies in content/controllers/the-control-loop/index.mdx. Move it to content/kubelet/, or correct `part`.',
      ],
    ],
    [
      'a tag that is not closed',
      '</Remember>',
      '',
      ['51: this is no MDX: Expected a closing tag for `<Remember>` (51:1-51:11).'],
    ],
    [
      'frontmatter that cannot be read',
      'title: Sample',
      'title: "Sample',
      ['11: the frontmatter is no YAML: Missing closing "quote.'],
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(chapter).toContain(from);
    expect(told(problemsOf(chapter.replace(from, () => to)))).toEqual(expected);
  });
});
describe('what a chapter builds on', () => {
  const names = ['controllers/the-control-loop', 'controllers/replicaset', 'scheduler/binding'];
  const others = names.slice(0, 2).map((id) => parseContent(`content/${id}/index.mdx`, before(chapter)));
  const at = 'content/scheduler/binding/index.mdx';
  const problemsWith = (list: string): string[] =>
    told(
      problemsOf(
        before(chapter)
          .replace('buildsOn: []', `buildsOn: [${list}]`)
          .replace('part: controllers', 'part: scheduler'),
        {
          at,
          others,
        },
      ),
    );

  test('stands before it in the book', () => {
    expect(problemsWith('controllers/the-control-loop, controllers/replicaset')).toEqual([]);
    expect(problemsWith('scheduler/binding')).toEqual([
      '10: expected chapters that stand before this one in the book, found "scheduler/binding", which it is itself. Take it out, or move one of them in src/chapters/parts.ts.',
    ]);
    const loop = before(chapter).replace('buildsOn: []', 'buildsOn: [controllers/replicaset]');
    expect(told(problemsOf(loop, { others: others.slice(1) }))).toEqual([
      '10: expected chapters that stand before this one in the book, found "controllers/replicaset", which comes after it. Take it out, or move one of them in src/chapters/parts.ts.',
    ]);
  });

  test('is there, once, and in the order of the book', () => {
    expect(problemsWith('controllers/replicasets')).toEqual([
      '10: there is no chapter "controllers/replicasets" to build on. Did you mean "controllers/replicaset"?',
    ]);
    expect(problemsWith('controllers/replicaset, controllers/replicaset')).toEqual([
      '10: the chapter "controllers/replicaset" stands in the list already: take it out.',
    ]);
    expect(problemsWith('controllers/replicaset, controllers/the-control-loop')).toEqual([
      '10: expected the order of the book, controllers/the-control-loop, controllers/replicaset, found "controllers/replicaset" here. Reorder it.',
      '10: expected the order of the book, controllers/the-control-loop, controllers/replicaset, found "controllers/the-control-loop" here. Reorder it.',
    ]);
  });
});

/** The sample, without the row that one chapter alone may explain. */
function before(text: string): string {
  return text.replace('<Explains rows="CTL-01" />', '<Explains rows="CTL-04" />'.replace('CTL-04', ''));
}

describe('mistakes between files', () => {
  const other = parseContent('content/controllers/replicaset/index.mdx', chapter);

  test('a row that another chapter explains', () => {
    expect(told(problemsOf(chapter, { others: [other] }))).toEqual([
      '16: <Explains rows>: CTL-01 is explained in content/controllers/replicaset/index.mdx, line 16 already. One section explains a row: take it out of one of them.',
    ]);
  });

  test('a chapter that the book does not list, unless it is a draft', () => {
    const at = 'content/controllers/sample/index.mdx';
    expect(told(problemsOf(chapter, { at }))).toEqual([
      '5: the chapter is not in src/chapters/parts.ts, so nothing leads to it. Write chapter: \'controllers/sample\' at its topic of "controllers".',
    ]);
    const draft = chapter.replace('kind: chapter', 'kind: chapter\ndraft: true');
    expect(told(problemsOf(draft, { at }))).toEqual([]);
  });

  test('a translation of nothing; one of a page that is there explains the same rows again', () => {
    const at = 'content/zh-cn/controllers/the-control-loop/index.mdx';
    const chinese = chapter.replace('/guide/', '/zh-cn/guide/');
    expect(told(problemsOf(chinese, { at }))).toEqual([
      '1: there is no English page "controllers/the-control-loop" that this could be the translation of. Give it the path of its original, under content/zh-cn/.',
    ]);
    const original = parseContent('content/controllers/the-control-loop/index.mdx', chapter);
    expect(told(problemsOf(chinese, { at, others: [original] }))).toEqual([]);
  });

  test('are told all at once, in the order of the lines', () => {
    const wrong = chapter
      .replace('minutes: 15', 'minutes: 0')
      .replace('symbol="processNextWorkItem"', 'symbol="get"')
      .replace("{ asks: 'Who?', answer: 'A controller.' }, ", '');
    expect(problemsOf(wrong).map(({ line }) => line)).toEqual([8, 26, 69]);
  });

  test('a row that no test asserts is a warning, and nothing else is', () => {
    const warned = problemsOf(chapter.replace('rows="CTL-01"', 'rows="CTL-02 CTL-99"'));
    expect(warned.map(({ warning }) => warning)).toEqual([true, undefined]);
  });
});
