/** Runs when the site is built and in tests, never in a browser: which files have to be loaded again for an edit. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Program, parse } from 'acorn';
import { transform } from 'sucrase';
import type { RuntimeFile } from './edited-runtime.ts';
import type { Exports } from './load-edited.ts';

/** Absolute path of src/runtime, with a slash at its end. */
export const runtimePath = fileURLToPath(new URL('../runtime/', import.meta.url)).replaceAll('\\', '/');

/** The file that builds a cluster, whatever its plane. */
export const clusterFile = 'stage/stage.ts';

/** The files that say what a cluster consists of. */
export function planeFiles(): string[] {
  const paths = globSync('subjects/*/planes/*.ts', { cwd: runtimePath });
  return paths.map((path) => path.replaceAll('\\', '/')).sort();
}

/** The recorder looks into these while the machine runs, so there is one of each. */
const shared: readonly string[] = ['sim/process.ts', 'sim/limits.ts'];

/** What a file imports from another one of src/runtime and needs when it runs. */
export interface ValueImport {
  /** As the file writes it. */
  readonly specifier: string;
  /** The file that it means. */
  readonly file: string;
  readonly names: readonly string[];
}

/** The text of a file of src/runtime, such as `kubernetes/pkg/controller/replicaset/replica_set.ts`. */
export function runtimeText(file: string): string {
  return readFileSync(runtimePath + file, 'utf8');
}

const imports = new Map<string, { readonly text: string; readonly found: readonly ValueImport[] }>();

/** The imports of a file of src/runtime, without those of types. */
export function valueImports(file: string): readonly ValueImport[] {
  const text = runtimeText(file);
  const known = imports.get(file);
  if (known?.text === text) return known.found;
  // One of each module, however many declarations a file has for it.
  const bySpecifier = new Map<string, ValueImport>();
  for (const node of bodyOf(text)) {
    if (node.type !== 'ImportDeclaration') continue;
    const specifier = String(node.source.value);
    const used = posix.join(posix.dirname(file), specifier);
    const names = node.specifiers.flatMap((one) => {
      if (one.type === 'ImportNamespaceSpecifier') return exportedNames(used);
      return one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? [one.imported.name] : [];
    });
    if (names.length === 0) continue;
    const all = new Set([...(bySpecifier.get(specifier)?.names ?? []), ...names]);
    bySpecifier.set(specifier, { specifier, file: used, names: [...all] });
  }
  const found = [...bySpecifier.values()];
  imports.set(file, { text, found });
  return found;
}

function bodyOf(text: string): Program['body'] {
  const { code } = transform(text, {
    transforms: ['typescript'],
    disableESTransforms: true,
    keepUnusedImports: true,
  });
  return parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body;
}

/** What a file exports by its own declarations, without types: all that `import * as` gives of it. */
function exportedNames(file: string): string[] {
  return bodyOf(runtimeText(file)).flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined;
    if (!declared) return [];
    if (declared.type !== 'VariableDeclaration') return [declared.id.name];
    return declared.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });
}

/** All files of src/runtime that load with these, themselves included. */
export function loadedWith(files: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { file: next } of valueImports(file)) visit(next);
  };
  files.forEach(visit);
  return loaded;
}

/**
 * What clusters have to load again to run edits of `files`: those, and every file through which they or their planes
 * import them, each behind those that it imports. `planes` are the files of the planes that count, all if left out. Throws
 * where an edit could have no effect.
 */
export function reloadOrder(files: readonly string[], planes: readonly string[] = planeFiles()): string[] {
  const order = orderFrom([clusterFile, ...planes], files);
  for (const file of files) {
    if (shared.includes(file))
      throw new Error(`${file} cannot be edited: the machine and its recorder need to have the same.`);
    if (!order.includes(file))
      throw new Error(
        `${file} cannot be edited: neither the cluster nor a plane imports it, so no cluster runs it.`,
      );
  }
  return order;
}

/** The file that names all plugins of the scheduler. */
const pluginsFile = 'kubernetes/pkg/scheduler/framework/plugins/registry.ts';

/** The files of the plugins of the scheduler, and the one that names them, each behind those that it imports. */
export function pluginOrder(): string[] {
  const folder = `${posix.dirname(pluginsFile)}/`;
  return orderFrom(
    [pluginsFile],
    [...loadedWith([pluginsFile])].filter((file) => file.startsWith(folder)),
  );
}

/** `files` and all through which `roots` import them, each behind those that it imports. */
function orderFrom(roots: readonly string[], files: readonly string[]): string[] {
  const reaches = new Map<string, boolean>();
  const order: string[] = [];
  const visit = (file: string): boolean => {
    const known = reaches.get(file);
    if (known !== undefined) return known;
    // A file that imports itself in a circle is settled by its other imports.
    reaches.set(file, false);
    const some = valueImports(file).reduce((reached, { file: next }) => visit(next) || reached, false);
    const needed = some || files.includes(file);
    reaches.set(file, needed);
    if (needed) order.push(file);
    return needed;
  };
  for (const root of roots) visit(root);
  return order;
}

/** A file of src/runtime that readers edit, and the files of the planes that run it then; all planes if left out. */
export interface Editable {
  readonly file: string;
  readonly planes?: readonly string[];
}

/** What has to be loaded again for an edit of any of these files on one of its own planes, in an order that serves all. */
export function reloadOrderOf(edited: readonly Editable[]): string[] {
  const needed = new Set(edited.flatMap(({ file, planes }) => reloadOrder([file], planes)));
  const order = reloadOrder(edited.map(({ file }) => file));
  return order.filter((file) => needed.has(file));
}

/** What `loadEditedRuntime` needs to run edits of `files`, in Node, where the machine is not in a bundle. */
export function filesOnDisk(files: readonly string[]): RuntimeFile[] {
  return onDisk(reloadOrder(files));
}

/** Files in their order, as `reload` needs them, in Node. */
export function onDisk(order: readonly string[]): RuntimeFile[] {
  return order.map((file) => {
    const used = valueImports(file);
    return {
      file,
      uses: usesOf(file),
      async load() {
        const imports: Record<string, Exports> = {};
        for (const { specifier, file: target, names } of used) {
          const module = (await import(
            /* @vite-ignore */ pathToFileURL(runtimePath + target).href
          )) as Exports;
          imports[specifier] = Object.fromEntries(names.map((name) => [name, module[name]]));
        }
        return { source: runtimeText(file), imports };
      },
    };
  });
}

/** The files that a file imports, by specifier. */
export function usesOf(file: string): Readonly<Record<string, string>> {
  return Object.fromEntries(valueImports(file).map(({ specifier, file: target }) => [specifier, target]));
}
