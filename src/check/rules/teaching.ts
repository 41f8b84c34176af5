import type { Value } from '../../chapters/attributes.ts';
import { sourceOf } from '../../components/prose/sources.ts';
import { type ContentProblem, type Rule, choice, inElement } from './rule.ts';

/** What every chapter has, and what to write where it is missing. */
const anatomy: readonly (readonly [string, string])[] = [
  ['ScopeFrame', 'no machine: put <ScopeFrame start="first act" /> under its head'],
  [
    'Explains',
    'no row of the checklist: put <Explains rows="…" /> into the section that explains one, or `beyond: true` into its head',
  ],
  [
    'Symptom',
    'no symptom: tell with <Symptom> of a fault as one meets it in a cluster, with the issue in which it was reported',
  ],
  ['Prediction', 'no prediction: ask with <Prediction> what happens next, before the text tells it'],
  ['Experiment', 'no experiment: change something with <Experiment>, and show what follows'],
  [
    'Exercise',
    'no exercise: write one under exercises/ beside it, and put <Exercise id="…" /> where the text leads to it',
  ],
  ['Remember', 'nothing to remember: close it with a short list in <Remember>'],
  ['WhereUpstream', 'no places upstream: list its pins in <WhereUpstream pins={[…]} />'],
  ['SinceThen', 'nothing on later releases: say in <SinceThen> what has changed since v1.20.2'],
  ['StudyGroup', 'no box for a study group: add <StudyGroup> with three questions'],
];

/** A chapter has all its parts. What a draft lacks is a warning. */
export const chaptersAreWhole: Rule = ({ path, frontmatter, elements }) =>
  frontmatter['kind'] === 'chapter'
    ? anatomy
        .filter(([name]) => !elements.some((element) => element.name === name))
        .filter(([name]) => name !== 'Explains' || frontmatter['beyond'] !== true)
        .map(([, says]): ContentProblem => {
          const problem = { path, line: 1, says: `the chapter has ${says}.` };
          return frontmatter['draft'] === true ? { ...problem, warning: true } : problem;
        })
    : [];

/** A prediction has two to five answers, one of which is right. */
export const predictionsCanBeAnswered: Rule = (file) =>
  file.elements
    .filter(({ name }) => name === 'Prediction')
    .flatMap((element): ContentProblem[] => {
      const { answers } = element.attributes;
      if (!Array.isArray(answers)) return [];
      const problem = (says: string): ContentProblem => inElement(file, element, 'answers', says);
      const right = answers.filter(
        (answer: Value) => (answer as { right?: Value } | null)?.right === true,
      ).length;
      return [
        ...(answers.length < 2 || answers.length > 5
          ? [
              problem(
                `expected 2 to 5, found ${answers.length}. Give a reader a choice that can be kept in mind.`,
              ),
            ]
          : []),
        ...(right === 1
          ? []
          : [
              problem(
                `expected one right answer, found ${right || 'none'}. Mark exactly one with \`right: true\`.`,
              ),
            ]),
      ];
    });

/** A symptom was reported, in an issue or pull request that another of the page does not begin with. */
export const symptomsAreReported: Rule = (file) => {
  const found = file.elements.filter(({ name }) => name === 'Symptom');
  return found.flatMap((element): ContentProblem[] => {
    const { issues, shows } = element.attributes;
    const problems: ContentProblem[] = [];
    const problem = (attribute: string, says: string): void =>
      void problems.push(inElement(file, element, attribute, says));
    if (Array.isArray(issues)) {
      if (issues.length === 0)
        problem('issues', 'expected at least one issue of kubernetes/kubernetes, found none.');
      for (const number of issues as readonly Value[])
        if (!(Number.isSafeInteger(number) && Number(number) > 0))
          problem('issues', `expected numbers of issues, such as 61117, found ${JSON.stringify(number)}.`);
      const first = found.find(
        ({ attributes }) => (attributes['issues'] as readonly Value[])?.[0] === issues[0],
      );
      if (first !== element && issues.length > 0)
        problem(
          'issues',
          `the symptom of line ${first?.line} begins with #${String(issues[0])} too, and links could not tell them apart. Begin with another one.`,
        );
    }
    if (typeof shows === 'string' && shows.trim() === '')
      problem('shows', 'expected what a command, a log or a metric shows, found nothing.');
    return problems;
  });
};

/** What is told and is not so has a source; there is one box of it. */
export const mythsHaveSources: Rule = (file) =>
  file.elements.flatMap((element): ContentProblem[] => {
    const { name, attributes, inside } = element;
    const problem = (attribute: string | undefined, says: string): ContentProblem[] => [
      inElement(file, element, attribute, says),
    ];
    if (name === 'Myths') {
      const first = file.elements.find((each) => each.name === 'Myths');
      if (first !== element)
        return problem(undefined, `there is a box in line ${first?.line} already: put all of them into one.`);
      const filled = file.elements.some((each) => each.inside === element);
      return filled ? [] : problem(undefined, 'expected a <Myth source="…" says="…"> for each, found none.');
    }
    if (name !== 'Myth') return [];
    if (inside?.name !== 'Myths') return problem(undefined, 'stands alone. Put it inside <Myths>.');
    const [, unknown] = typeof attributes['source'] === 'string' ? sourceOf(attributes['source']) : [];
    return unknown ? problem('source', `${unknown.message}.`) : [];
  });

/** What has changed since names a later release, and a proposal or a pull request. */
export const changesAreSourced: Rule = (file) =>
  file.elements
    .filter(({ name }) => name === 'SinceThen' || name === 'Change')
    .flatMap((element): ContentProblem[] => {
      const { name, attributes } = element;
      if (name === 'SinceThen') {
        if (file.elements.some(({ inside }) => inside === element)) return [];
        return [
          inElement(file, element, undefined, 'expected a <Change since="v1.…"> for each, found none.'),
        ];
      }
      const problems: ContentProblem[] = [];
      if (element.inside?.name !== 'SinceThen') {
        problems.push(inElement(file, element, undefined, 'stands alone. Put it inside <SinceThen>.'));
      }
      const { since, keps, pulls } = attributes;
      const [, minor] = typeof since === 'string' ? (/^v1\.(\d+)$/.exec(since) ?? []) : [];
      if (typeof since === 'string' && !(Number(minor) > 20)) {
        const expected = 'expected a release after v1.20, such as "v1.33"';
        problems.push(inElement(file, element, 'since', `${expected}, found "${since}".`));
      }
      if ([keps, pulls].every((all) => !Array.isArray(all) || all.length === 0)) {
        const expected = 'expected where it was decided, found nothing';
        problems.push(
          inElement(file, element, undefined, `${expected}. Write keps={[1234]} or pulls={[123456]}.`),
        );
      }
      return problems;
    });

/** Each exercise is there, and stands once in the page. */
export const exercisesExist: Rule = (file, { exercises }) => {
  const found = file.elements.filter(({ name }) => name === 'Exercise');
  return found.flatMap((element, i): ContentProblem[] => {
    const { id } = element.attributes;
    if (typeof id !== 'string') return [];
    if (!exercises.includes(id)) {
      const path = `content/${id.replace(/\/([^/]*)$/, '/exercises/$1')}.ts`;
      const near = choice(id, exercises, 'There are');
      return [
        inElement(
          file,
          element,
          'id',
          `there is no exercise "${id}", which would be ${path}. ${near}`.trim(),
        ),
      ];
    }
    const first = found.findIndex(({ attributes }) => attributes['id'] === id);
    if (first === i) return [];
    return [
      inElement(
        file,
        element,
        'id',
        `the exercise "${id}" stands in line ${found[first]!.line} already: take one of them out.`,
      ),
    ];
  });
};

/** A study group has three questions, each with what settles it. */
export const studyGroupsHaveThreeQuestions: Rule = (file) =>
  file.elements
    .filter(({ name }) => name === 'StudyGroup')
    .flatMap((element): ContentProblem[] => {
      const { questions } = element.attributes;
      if (!Array.isArray(questions)) return [];
      const count = questions.length;
      const many = `expected 3, found ${count}. Write three, so that the time is enough for each.`;
      const open = questions.flatMap((question: Value, i): ContentProblem[] => {
        const { answer, at } = (question ?? {}) as { readonly answer?: Value; readonly at?: Value };
        if (answer !== undefined || at !== undefined) return [];
        const says = `question ${i + 1}: expected an \`answer\`, or \`at\` the moment that settles it, found neither. Write one.`;
        return [inElement(file, element, `questions.${i}`, says)];
      });
      return [...(count === 3 ? [] : [inElement(file, element, 'questions', many)]), ...open];
    });
