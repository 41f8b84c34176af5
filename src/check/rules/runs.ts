import { select } from '../../recording/select.ts';
import type { ContentElement, ContentFile } from '../../chapters/content.ts';
import type { Site } from '../site/site.ts';
import {
  type ContentProblem,
  type Rule,
  choice,
  inElement,
  inFrontmatter,
  placesOf,
  sentence,
} from './rule.ts';

/** A place in the prose that speaks of a run, and of an event in it if it names one. */
interface Mention {
  readonly element: ContentElement;
  /** Path of `at`, `start` or `run` in the attributes. */
  readonly attribute: string | undefined;
  readonly selector: string | undefined;
  readonly run: string | undefined;
  readonly runAttribute?: string;
}

/** Components that speak of a run even if they name none. */
const players = new Set(['ScopeFrame', 'TwoRuns', 'Experiment']);

/** Which run the events of an experiment are of is no matter of these rules. */
const hasOwnRules = ({ name }: ContentElement): boolean => name === 'Experiment';

/** The scenarios that the frontmatter lists are there, end well, and are spoken of. */
export const scenariosExist: Rule = (file, { scenarios, machine }) => {
  const known = scenarios.flatMap((each) => each.scenarios.map(({ id }) => id));
  const spoken = new Set(mentionsIn(file).map((mention) => scenarioOf(file, mention.run)));
  return listed(file).flatMap((id, i): ContentProblem[] => {
    const field = `scenarios.${i}`;
    if (!known.includes(id)) {
      const path = `content/${id.split('#')[0]}/scenario.ts`;
      const near = choice(id, known, 'There are');
      return [inFrontmatter(file, field, `there is no scenario "${id}": ${path} declares none. ${near}`)];
    }
    const [, problem] = machine.play(id);
    if (problem) {
      return [
        inFrontmatter(
          file,
          field,
          `the scenario ${id} does not end well: ${sentence(problem.message)} Mend its story.`,
        ),
      ];
    }
    if (spoken.has(id)) return [];
    const says = `nothing in the chapter speaks of the scenario ${id}: name it with run="${variantOf(id)}", or take it out.`;
    return [inFrontmatter(file, field, says)];
  });
};

/** Each `run` is a variant that the frontmatter lists; a page without scenarios speaks of none. */
export const runsAreListed: Rule = (file) => {
  const ids = listed(file);
  const mentions = mentionsIn(file);
  const [first] = mentions;
  if (first && ids.length === 0) {
    const says =
      'this page has no scenario, so nothing happens in it. Only a chapter that lists `scenarios` in its frontmatter can speak of a run.';
    return [inElement(file, first.element, first.attribute, says)];
  }
  return mentions.flatMap(({ element, run, runAttribute }): ContentProblem[] => {
    const id = scenarioOf(file, run);
    if (run === undefined || ids.includes(id)) return [];
    const variants = ids.flatMap((each) => variantOf(each) ?? []);
    const says = `the frontmatter lists no scenario ${id}. ${choice(run, variants, 'Its variants are')}`;
    return [inElement(file, element, runAttribute, says.trim())];
  });
};

/** Each event that the prose names can be read, and happens. */
export const eventsHappen: Rule = (file, site) =>
  mentionsIn(file).flatMap((mention): ContentProblem[] => {
    const { element, attribute, selector, run } = mention;
    const recording = runOf(file, site, run);
    if (selector === undefined || recording === undefined) return [];
    const [, problem] = select(recording, selector);
    if (!problem) return [];
    return [inElement(file, element, attribute, `in ${recording.scenario}, ${sentence(problem.message)}`)];
  });

/** The steps of one run stand in the order in which they happen. */
export const stepsAreInOrder: Rule = (file, site) => {
  const latest = new Map<string, { index: number; selector: string; line: number }>();
  return mentionsIn(file).flatMap(({ element, attribute, selector, run }): ContentProblem[] => {
    const recording = runOf(file, site, run);
    if (element.name !== 'Step' || selector === undefined || recording === undefined) return [];
    const [index] = select(recording, selector);
    if (index === undefined) return [];
    const before = latest.get(recording.scenario);
    if (before === undefined || before.index < index) {
      latest.set(recording.scenario, { index, selector, line: element.line });
      return [];
    }
    const when = before.index === index ? 'is the same event as' : 'happens before';
    const at = (entry: number): string => `${recording.entries[entry]?.at} ms`;
    const says =
      `"${selector}" (${at(index)}) ${when} the step above it, "${before.selector}" of line ${before.line} (${at(before.index)}). ` +
      'Steps of one run stand in the order in which they happen: move it, or link to it with <Moment>.';
    return [inElement(file, element, attribute, says)];
  });
};

export function mentionsIn(file: ContentFile): Mention[] {
  return placesOf(file).flatMap(({ element, prefix, values }): Mention[] => {
    const textOf = (name: string): string | undefined =>
      typeof values[name] === 'string' ? values[name] : undefined;
    const [run, instead] = [textOf('run'), textOf('instead')];
    const name = hasOwnRules(element)
      ? undefined
      : ['at', 'start'].find((each) => textOf(each) !== undefined);
    const runAttribute = run === undefined ? undefined : `${prefix}run`;
    const mentions: Mention[] = [];
    if (name !== undefined || run !== undefined || (prefix === '' && players.has(element.name))) {
      const attribute = name === undefined ? runAttribute : prefix + name;
      mentions.push({ element, attribute, selector: name && textOf(name), run, runAttribute });
    }
    if (instead !== undefined) {
      const attribute = `${prefix}instead`;
      mentions.push({ element, attribute, selector: undefined, run: instead, runAttribute: attribute });
    }
    return mentions;
  });
}

/** The scenarios that the frontmatter of a page lists. */
export function listed({ frontmatter: { kind, scenarios } }: ContentFile): readonly string[] {
  return Array.isArray(scenarios) && kind !== 'guide'
    ? scenarios.filter((id): id is string => typeof id === 'string')
    : [];
}

/** The scenario that a component means by its `run`. */
export function scenarioOf(file: ContentFile, run: string | undefined): string {
  const [first = ''] = listed(file);
  return run === undefined ? first : `${first.split('#')[0]}#${run}`;
}

function variantOf(id: string): string | undefined {
  return id.split('#')[1];
}

/** The recording that a mention means; undefined where it means none that is there, which other rules say. */
function runOf(file: ContentFile, { machine }: Site, run: string | undefined) {
  const id = scenarioOf(file, run);
  return listed(file).includes(id) ? machine.play(id)[0] : undefined;
}
