import type { ContentFile } from '../chapters/content.ts';
import { buildsOnWhatStandsBefore, minutesAreMeasured } from './rules/book.ts';
import { noModules, noTypedCode, snippetsExist } from './rules/code.ts';
import { diagramsAreDrawn, diagramsCanBeRead, diagramsHappen } from './rules/diagrams.ts';
import { nothingIsLeftToWrite } from './rules/drafts.ts';
import { attributesFit, componentsExist } from './rules/elements.ts';
import { linksSayWhere, namesAreCode, sentencesAreShort, wordsArePlain } from './rules/english.ts';
import { experimentsAreSo } from './rules/experiments.ts';
import { chaptersHaveAPlace, filesCanBeRead, frontmatterFits } from './rules/frontmatter.ts';
import { headingsAreInOrder, linksLead } from './rules/links.ts';
import { lensesExist, pinsExist, rowsAreExplainedOnce, termsAreExplained } from './rules/references.ts';
import type { ContentProblem, Rule } from './rules/rule.ts';
import { eventsHappen, runsAreListed, scenariosExist, stepsAreInOrder } from './rules/runs.ts';
import {
  changesAreSourced,
  chaptersAreWhole,
  exercisesExist,
  mythsHaveSources,
  predictionsCanBeAnswered,
  studyGroupsHaveThreeQuestions,
  symptomsAreReported,
} from './rules/teaching.ts';
import {
  linesBreakBetweenWords,
  translationsAreUpToDate,
  translationsFollow,
  translationsHaveOriginals,
  translationsStayInTheirLanguage,
} from './rules/translations.ts';
import type { Site } from './site/site.ts';

const rules: readonly Rule[] = [
  frontmatterFits,
  chaptersHaveAPlace,
  buildsOnWhatStandsBefore,
  minutesAreMeasured,
  translationsHaveOriginals,
  translationsFollow,
  translationsAreUpToDate,
  scenariosExist,
  componentsExist,
  attributesFit,
  runsAreListed,
  eventsHappen,
  stepsAreInOrder,
  experimentsAreSo,
  snippetsExist,
  noTypedCode,
  diagramsCanBeRead,
  diagramsHappen,
  diagramsAreDrawn,
  noModules,
  pinsExist,
  lensesExist,
  rowsAreExplainedOnce,
  termsAreExplained,
  symptomsAreReported,
  mythsHaveSources,
  predictionsCanBeAnswered,
  exercisesExist,
  studyGroupsHaveThreeQuestions,
  changesAreSourced,
  chaptersAreWhole,
  headingsAreInOrder,
  linksLead,
  linksSayWhere,
  sentencesAreShort,
  wordsArePlain,
  namesAreCode,
  translationsStayInTheirLanguage,
  linesBreakBetweenWords,
  nothingIsLeftToWrite,
];

/** Everything that is wrong in these files, by file and line. What they may speak of is what `site` has. */
export function checkContent(site: Site, files: readonly ContentFile[] = site.files): ContentProblem[] {
  return files.flatMap((file) => {
    const problems = file.broken ? filesCanBeRead(file, site) : rules.flatMap((rule) => rule(file, site));
    return problems.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
  });
}
