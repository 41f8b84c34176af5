/** Runs when the site is built and in tests, never in a browser: plays a start, and makes the map of it. */
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { readScenarios } from '../../chapters/scenarios.ts';
import { filesOnDisk, runtimeText } from '../../instrument/runtime-graph.ts';
import { type Call, callsOf } from '../../recording/calls.ts';
import type { Recording } from '../../recording/recording.ts';
import type { CodeSymbol } from '../code/source.ts';
import { symbolsOf } from '../code/symbols.ts';
import { type Box, boxesOf, mapScenario } from './boxes.ts';
import { says } from './says.ts';

/** The files whose functions are drawn. What others do in between is not. */
export const mapFiles: readonly string[] = [
  'kubernetes/cmd/kube-controller-manager/controller-manager.ts',
  'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  'kubernetes/vendor/github.com/spf13/cobra/command.ts',
  'kubernetes/cmd/kube-controller-manager/app/options/options.ts',
  'kubernetes/cmd/kube-controller-manager/app/config/config.ts',
  'kubernetes/cmd/kube-controller-manager/app/cloudproviders.ts',
  ...['apps', 'autoscaling', 'batch', 'certificates', 'core'].map(
    (name) => `kubernetes/cmd/kube-controller-manager/app/${name}.ts`,
  ),
  ...['discovery', 'policy', 'rbac', 'not-reimplemented'].map(
    (name) => `kubernetes/cmd/kube-controller-manager/app/${name}.ts`,
  ),
  'kubernetes/staging/src/k8s.io/controller-manager/app/helper.ts',
  'kubernetes/staging/src/k8s.io/controller-manager/app/serve.ts',
  'kubernetes/staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts',
  'kubernetes/staging/src/k8s.io/component-base/configz/configz.ts',
  'kubernetes/staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts',
  'kubernetes/staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts',
  'kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts',
  'kubernetes/staging/src/k8s.io/client-go/informers/factory.ts',
  'kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts',
  'kubernetes/pkg/controller/endpoint/endpoints_controller.ts',
  'kubernetes/pkg/controller/garbagecollector/garbagecollector.ts',
  'kubernetes/pkg/controller/namespace/namespace_controller.ts',
  'kubernetes/pkg/controller/podgc/gc_controller.ts',
  'kubernetes/pkg/controller/replicaset/replica_set.ts',
  'kubernetes/pkg/controller/replication/replication_controller.ts',
  'kubernetes/pkg/controller/serviceaccount/serviceaccounts_controller.ts',
  'kubernetes/pkg/controller/serviceaccount/tokens_controller.ts',
  'kubernetes/pkg/controller/ttl/ttl_controller.ts',
];

/** Of a file that has much besides, the functions that are drawn. */
const drawnOf: Readonly<Record<string, readonly string[]>> = {
  'kubernetes/vendor/github.com/spf13/cobra/command.ts': ['executeC', 'execute'],
};

/** The run of the map, with the lines of all its files. `root` is the root of the project. */
export async function recordMap(root: string): Promise<Recording> {
  const all = (await readScenarios(root)).flatMap(({ scenarios }) => scenarios);
  const scenario = all.find(({ id }) => id === mapScenario);
  if (!scenario) throw new Error(`The map is of ${mapScenario}, and there is no such scenario.`);
  // Their lines are recorded if they are loaded as edited files are; what they say is unchanged.
  const texts = Object.fromEntries(mapFiles.map((file) => [file, runtimeText(file)]));
  // Not before: the configuration of the site imports this, and what is loaded before the content's check records no lines there.
  const { recordEdited } = await import('../../recording/record-edited.ts');
  const recording = await recordEdited({ ...scenario, shows: [] }, texts, filesOnDisk(mapFiles));
  const { ended, message } = recording.outcome;
  if (ended === 'failed' || ended === 'limit') throw new Error(`${mapScenario} did not end well: ${message}`);
  return recording;
}

/** The map of a run that `recordMap` made: from `main` to the informers. */
export function mapOf(recording: Recording): Box[] {
  const end = recording.entries.findIndex(
    ({ event }) => event.kind === 'startup' && event.phase === 'informers',
  );
  if (end < 0) throw new Error(`${mapScenario} ends before its informers are started.`);
  return boxesOf(recording, callsOf(recording), { symbolsOf: symbols, tell }, end).filter(
    ({ name }) => name === 'main',
  );
}

const known = new Map<string, readonly CodeSymbol[]>();

function symbols(file: string): readonly CodeSymbol[] {
  const found =
    known.get(file) ??
    symbolsOf(file, runtimeText(file)).filter(({ name }) => drawnOf[file]?.includes(name) ?? true);
  known.set(file, found);
  return found;
}

/** What `says.ts` says, or the first sentence of the comment in the code. */
function tell({ file, function: name }: Call, { mirrors, partOf, from }: CodeSymbol): string {
  const [within, key] = sayingsOf(file, name, mirrors ?? partOf ?? '');
  const said =
    says[within] ??
    says[key] ??
    firstSentence(
      runtimeText(file)
        .split('\n')
        .slice(0, from - 1),
    );
  if (!said) throw new Error(`The map has to say what "${key}" does: add it to src/components/map/says.ts.`);
  return said;
}

/** By what `says.ts` knows a function: with that of upstream within which it is, where another one of its file has its name. */
export function sayingsOf(
  file: string,
  name: string,
  mirrors: string,
): readonly [within: string, key: string] {
  const [, symbol = ''] = mirrors.split('#');
  return [`${basename(file)} ${symbol} ${name}`, `${basename(file)} ${name}`];
}

/** The first sentence of the comment with which these lines end, above the marks. */
function firstSentence(lines: readonly string[]): string | undefined {
  const last = lines.findLastIndex((line) => !/^ *\/\/ (Mirrors|Part of)\b/.test(line));
  if (!lines[last]?.endsWith('*/')) return undefined;
  const words = lines
    .slice(
      lines.findLastIndex((line) => line.trim().startsWith('/**')),
      last + 1,
    )
    .map((line) => line.replace(/^ *(?:\/\*\*|\*(?!\/)) ?| *\*\/$/g, ''));
  return /^.*?\.(?=\s|$)/.exec(words.join(' ').trim())?.[0];
}

/** A Vite plugin: `virtual:start-map` exports `boxes`, the map, for a page that is made when the site is built. */
export function startMap(root: string): Plugin {
  const id = 'virtual:start-map';
  return {
    name: 'loopscope-start-map',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      return `export const boxes = ${JSON.stringify(mapOf(await recordMap(root)))};`;
    },
  };
}
