import { groupsOf } from '../../playground/catalogue.ts';
import { samples } from '../../playground/samples.ts';
import { examples } from '../../playground/scheduler/examples.ts';
import { scenarios as longRun } from '../../playground/scenarios/long-run.ts';
import { scenarios as podFailure } from '../../playground/scenarios/pod-failure.ts';
import { scenarios as scaling } from '../../playground/scenarios/scaling.ts';
import { scenarios as replicaSet } from '../../content/controllers/replicaset/scenario.ts';
import { scenarios as controlLoop } from '../../content/controllers/the-control-loop/scenario.ts';
import { keyHelp } from '../../src/components/scope/player/KeyHelp.tsx';
import { everyNumber, offersOfEach, panesOfEach, wordsOfEach } from '../subjects/every.ts';
import { runsToTheEnd } from '../../src/components/exercises/judge.ts';
import { parts } from '../../src/chapters/parts.ts';
import { paths } from '../../src/chapters/paths.ts';
import { granularities } from '../../src/recording/granularity.ts';
import { startupTexts } from './startup-texts.ts';
import type { Text } from './texts.ts';

const from = (path: string, keys: readonly string[]): Text[] => keys.map((key) => ({ key, path, line: 1 }));

function fromEach<T>(each: Readonly<Record<string, T>>, keys: (one: T) => readonly string[]): Text[] {
  return Object.entries(each).flatMap(([path, one]) => from(path.slice(1), keys(one)));
}

/** Texts that stand in data and are said through `translated`. */
export const dataTexts: readonly Text[] = [
  ...from(
    'playground/catalogue.ts',
    groupsOf([...longRun, ...controlLoop]).map(({ title }) => title),
  ),
  ...from(
    'playground/samples.ts',
    samples.map(({ title }) => title),
  ),
  ...from(
    'playground/scheduler/examples.ts',
    examples.flatMap(({ title, about }) => [title, about]),
  ),
  ...from(
    'src/chapters/paths.ts',
    paths.flatMap(({ title, wants }) => [title, wants]),
  ),
  ...from(
    'src/chapters/parts.ts',
    parts.flatMap(({ title, question, topics }) => [
      title,
      question,
      ...topics.flatMap((topic) => [topic.title, topic.shows]),
    ]),
  ),
  ...from(
    'src/components/scope/player/KeyHelp.tsx',
    keyHelp.map(({ does }) => does),
  ),
  ...fromEach(wordsOfEach, ({ offers = [] }) => offers.map(({ title }) => title)),
  ...fromEach(wordsOfEach, ({ lanes = [] }) => lanes.map(({ name }) => name)),
  ...fromEach(offersOfEach, (offers) => offers.map(({ about }) => about)),
  ...everyNumber.flatMap(([path, numbers]) =>
    from(
      path,
      // What upstream calls it is the same in every language.
      numbers.flatMap(({ name, about, upstream }) => (upstream === undefined ? [name, about] : [about])),
    ),
  ),
  ...fromEach(panesOfEach, (panes) => panes.flatMap(({ label, about }) => [label, about])),
  ...from('src/components/exercises/judge.ts', [runsToTheEnd]),
  ...from('src/components/scope/panes/table.ts', ['new', 'gone', 'changed', 'added', 'removed']),
  ...from('src/components/scope/timeline/timeline-layout.ts', ['others']),
  ...from('src/subjects/control-loop/loop/model.ts', [
    'pending',
    'running',
    'ready',
    'terminating',
    'failed',
  ]),
  ...from('src/runtime/stage/world.ts', [
    'idle',
    'listing',
    'watching',
    'backing off',
    'open',
    'cut',
    'closed',
  ]),
  ...startupTexts(['src/runtime/subjects/command-line']),
  ...from('src/runtime/sim/process.ts', ['ready', 'parked', 'crashed']),
  ...from('src/recording/granularity.ts', granularities),
  ...from('src/recording/transcript.ts', ['reader', 'story']),
  ...from('src/recording/tell.ts', ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']),
  ...from('src/subjects/stage/words.ts', ['pause', 'skew clock', 'crash', 'terminate', 'start']),
  ...fromEach(wordsOfEach, ({ kinds = {} }) =>
    Object.values(kinds).flatMap((said) => {
      const one = typeof said === 'string' ? said : said[0];
      // A name that Kubernetes writes with a capital is the same in every language.
      return [`{0} ${one}`, ...(/^[a-z]/.test(one) ? [one] : [])];
    }),
  ),
];

/** Titles and summaries of the scenarios: they may stay English, as what a chapter says may. */
export const scenarioWords: readonly string[] = [
  ...controlLoop,
  ...replicaSet,
  ...longRun,
  ...podFailure,
  ...scaling,
].flatMap(({ title, summary }) => [title, summary]);
