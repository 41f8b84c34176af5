import type { Path } from '../../src/components/manifests/plain-value.ts';
import { type YamlDocument, readDocuments } from '../../src/components/manifests/yaml-documents.ts';
import { t } from '../../src/i18n/t.ts';
import type {
  KubeSchedulerConfiguration,
  KubeSchedulerProfile,
} from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { decodeConfiguration } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/scheme/scheme.ts';
import { validateKubeSchedulerConfiguration } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/validation/validation.ts';
import { defaultScheduler } from './cluster.ts';
import type { OwnPlugin } from './edited-plugins.ts';
import { type Profile, changesOf, configOf, mostOfSetup, tooLongSetup } from './profile.ts';

/** What a scheduler is set up with. */
export interface Setup {
  readonly profiles: readonly KubeSchedulerProfile[];
  readonly percentageOfNodesToScore: number;
  readonly podInitialBackoffSeconds: number;
  readonly podMaxBackoffSeconds: number;
}

/** What is wrong with a configuration, and on which of its lines, from 1. */
export interface SetupProblem {
  readonly line: number;
  readonly message: string;
}

/** No scheduler can be set up so. */
export class SetupWrong extends Error {
  override readonly name = 'SetupWrong';
  readonly problems: readonly SetupProblem[];

  constructor(problems: readonly SetupProblem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = problems;
  }
}

/** Pods that wait longer than this until they are tried again would make runs that never end. */
const mostBackoffSeconds = 3600;

/** What the switches say; or, where there is one, what the configuration says: as v1.20.2 decodes and validates it. */
export function setupOf(profile: Profile): [Setup, undefined] | [undefined, SetupWrong] {
  if (profile.configuration !== undefined) return setupOfText(profile.configuration);
  const plugins = changesOf(configOf(profile));
  return [
    {
      profiles: [{ schedulerName: defaultScheduler, plugins }],
      percentageOfNodesToScore: profile.percentageOfNodesToScore,
      podInitialBackoffSeconds: 1,
      podMaxBackoffSeconds: 10,
    },
    undefined,
  ];
}

function setupOfText(text: string): [Setup, undefined] | [undefined, SetupWrong] {
  const wrong = (...problems: SetupProblem[]): [undefined, SetupWrong] => [
    undefined,
    new SetupWrong(problems),
  ];
  if (text.length > mostOfSetup) return wrong({ line: 1, message: tooLongSetup(text.length) });
  const [document, second] = readDocuments(text);
  const [problem] = document?.problems ?? [];
  if (problem) return wrong(problem);
  if (!document || document.value === null)
    return wrong({
      line: 1,
      message: t`expected a KubeSchedulerConfiguration, found nothing. Write one, or go back to the switches.`,
    });
  if (second)
    return wrong({
      line: second.start.line,
      message: t`expected one document, found another behind it. Take it away.`,
    });
  return configured(document.value, (path) => document.place(path));
}

/** A document that was read, checked as kube-scheduler checks it. */
function configured(
  value: unknown,
  place: YamlDocument['place'],
): [Setup, undefined] | [undefined, SetupWrong] {
  const [cfg, err] = decodeConfiguration(value);
  if (err)
    return [
      undefined,
      new SetupWrong([{ line: place(pathIn(err.message)).line, message: refused(err.message) }]),
    ];
  const invalid = validateKubeSchedulerConfiguration(cfg).map((one): SetupProblem => ({
    line: place(pathIn(one.field)).line,
    message: refused(one.message),
  }));
  const own = beyondPage(cfg, place);
  if (invalid.length + own.length > 0) return [undefined, new SetupWrong([...invalid, ...own])];
  const { profiles, percentageOfNodesToScore, podInitialBackoffSeconds, podMaxBackoffSeconds } = cfg;
  return [{ profiles, percentageOfNodesToScore, podInitialBackoffSeconds, podMaxBackoffSeconds }, undefined];
}

const refused = (message: string): string => t`Kubernetes v1.20.2 would not take this: ${message}`;

/** What a page cannot do. */
function beyondPage(cfg: KubeSchedulerConfiguration, place: YamlDocument['place']): SetupProblem[] {
  const problems: SetupProblem[] = [];
  if (cfg.extenders.length > 0)
    problems.push({
      line: place(['extenders']).line,
      message: t`extenders: expected none, since this page asks nobody over a network; found ${cfg.extenders.length}. Take them away.`,
    });
  if (cfg.podMaxBackoffSeconds > mostBackoffSeconds)
    problems.push({
      line: place(['podMaxBackoffSeconds']).line,
      message: t`podMaxBackoffSeconds: expected at most ${mostBackoffSeconds} in this page, found ${cfg.podMaxBackoffSeconds}. Write less.`,
    });
  return problems;
}

/** The same with one more plugin in each profile that does not name it itself. */
export function withPlugin(setup: Setup, { name, points, weight }: OwnPlugin): Setup {
  return {
    ...setup,
    profiles: setup.profiles.map((profile) => {
      const plugins = profile.plugins ?? {};
      const names = Object.values(plugins).flatMap((set) => (set?.enabled ?? []).map((one) => one.name));
      if (names.includes(name)) return profile;
      const added = points.map((point) => {
        const { enabled = [], ...rest } = plugins[point] ?? {};
        return [point, { ...rest, enabled: [...enabled, { name, weight }] }] as const;
      });
      return { ...profile, plugins: { ...plugins, ...Object.fromEntries(added) } };
    }),
  };
}

/** Where paths of a configuration begin. */
const roots =
  'profiles|extenders|leaderElection|clientConnection|parallelism|percentageOfNodesToScore|podInitialBackoffSeconds|podMaxBackoffSeconds|healthzBindAddress|metricsBindAddress';
const rooted = new RegExp(`\\.?\\b((?:${roots})(?:\\[\\d+\\]|\\.\\w+)*)`);

/** The way to the part that a message of upstream's names: `.profiles[0].pluginConfig[1]`, and in it a field of the arguments. */
function pathIn(message: string): Path {
  const steps = (path: string | undefined): string[] => (path ?? '').split(/[.[\]]+/).filter(Boolean);
  const [, unknown, parent] = /found unknown field: (\S+), at (\S+)$/.exec(message) ?? [];
  const [, inArgs] = /decoding args for plugin \w+: v1beta1\.\w+: (\S+): /.exec(message) ?? [];
  const outer = unknown && !message.startsWith('decoding ') ? [] : steps(rooted.exec(message)?.[1]);
  const inner = unknown ? [...steps(parent), unknown] : steps(inArgs);
  const args = outer.at(-2) === 'pluginConfig' ? ['args'] : [];
  return [...outer, ...args, ...inner].map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/**
 * Why plugins could not be made as a configuration wants them, in the words with which kube-scheduler does not start. The line
 * is that of the plugin that is named.
 */
export function pluginsWrong({ configuration = '' }: Profile, { message }: Error): SetupWrong {
  const said = message.slice(message.indexOf('initializing profiles: '));
  const lines = configuration.split('\n');
  const at = [...said.matchAll(/[A-Z]\w{3,}/g)]
    .map(([name]) => lines.findIndex((line) => new RegExp(`name:\\s*["']?${name}\\b`).test(line)))
    .find((found) => found >= 0);
  return new SetupWrong([{ line: (at ?? 0) + 1, message: refused(said) }]);
}
