import type { Edits } from '../../src/instrument/edit-place.ts';
import { type FileProblem, type RuntimeFile, reload } from '../../src/instrument/edited-runtime.ts';
import {
  type EditProblem,
  type Exports,
  type RunEdited,
  readEdited,
} from '../../src/instrument/load-edited.ts';
import type { Result } from '../../src/runtime/go/result.ts';
import * as status from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import * as normalize from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/helper/normalize_score.ts';
import { newInTreeRegistry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import type {
  PluginFactory,
  Registry,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import {
  type ExtensionPoint,
  extensionPoints,
} from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { ownFile, pluginsFolder } from './plugin-files.ts';

/** A plugin of the reader's own, and where it takes part. */
export interface OwnPlugin {
  readonly name: string;
  readonly points: readonly ExtensionPoint[];
  readonly weight: number;
}

/** Told while code of a reader runs, every now and then, and when it rests. */
export interface Heart {
  alive(): void;
  rests(): void;
}

const noHeart: Heart = { alive() {}, rests() {} };

/** Plugins of which some are edited, or loaded so that their lines are told. */
export interface LoadedPlugins {
  readonly edits: Edits;
  readonly registry: () => Registry;
  readonly heart: Heart;
  readonly own?: OwnPlugin;
}

const pluginsFile = `${pluginsFolder}registry.ts`;

/** What the reader's own plugin may import of what is there when it runs. */
const offered: Readonly<Record<string, Exports>> = {
  '../../interface_status.ts': status,
  '../helper/normalize_score.ts': normalize,
};

/** Loads plugins with edits, and those of files `anew` though nobody edited them. Only for a worker: it evaluates the code. */
export async function loadPlugins(
  edits: Edits,
  files: readonly RuntimeFile[],
  anew: readonly string[] = [],
  heart: Heart = noHeart,
): Promise<[LoadedPlugins, undefined] | [undefined, FileProblem]> {
  const { [ownFile]: ownText, ...inTree } = edits;
  const [runOwn, unread] = ownText === undefined ? nothing : readEdited(ownText, ownFile);
  if (unread) return [undefined, { file: ownFile, ...unread }];
  const [loaded, problem] = await reload([pluginsFile], inTree, files, anew, () => heart.alive());
  if (problem) return [undefined, problem];
  const found = loaded.get(pluginsFile) as { readonly newInTreeRegistry?: () => Registry } | undefined;
  const registry = found?.newInTreeRegistry ?? newInTreeRegistry;
  const [own, wrong] = runOwn ? ownOf(runOwn, registry) : nothing;
  heart.rests();
  if (wrong) return [undefined, { file: ownFile, ...wrong }];
  return [own ? { edits, heart, ...own } : { edits, heart, registry }, undefined];
}

const nothing = [undefined, undefined] as const;

/** The reader's own plugin, and the registry with it. */
function ownOf(
  run: RunEdited,
  newRegistry: () => Registry,
): [Required<Pick<LoadedPlugins, 'own' | 'registry'>>, undefined] | [undefined, EditProblem] {
  const [exports, failed] = run((specifier) => offered[specifier]);
  if (failed) return [undefined, failed];
  const [own, missing] = readOwn(exports);
  if (missing) return [undefined, { message: missing.message }];
  if (newRegistry().has(own.name)) {
    const message = `${ownFile}: expected a name that no plugin has yet, found ${own.name}; choose another`;
    return [undefined, { message }];
  }
  const registry = (): Registry => {
    const all = newRegistry();
    const twice = all.register(own.name, exports['newPlugin'] as PluginFactory);
    if (twice) throw twice;
    return all;
  };
  return [{ own, registry }, undefined];
}

function readOwn({ name, points, weight, newPlugin }: Exports): Result<OwnPlugin> {
  const wrong = (expected: string): [undefined, Error] => [
    undefined,
    new Error(`${ownFile}: expected it to export ${expected}; add that, as the start has it`),
  ];
  if (typeof name !== 'string' || name === '') return wrong('its name as a text, `name`');
  if (typeof newPlugin !== 'function') return wrong('`newPlugin`, a function that makes the plugin');
  const known: readonly unknown[] = extensionPoints;
  if (!Array.isArray(points) || !points.every((point) => known.includes(point)))
    return wrong(`\`points\`, a list of ${extensionPoints.join(', ')}`);
  if (weight !== undefined && !(Number.isInteger(weight) && (weight as number) > 0))
    return wrong('`weight` as a whole number from 1');
  return [
    { name, points: points as ExtensionPoint[], weight: (weight as number | undefined) ?? 1 },
    undefined,
  ];
}
