import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { editableRuntime } from '../../src/instrument/editable-plugin.ts';
import {
  type Editable,
  runtimePath,
  runtimeText,
  usesOf,
  valueImports,
} from '../../src/instrument/runtime-graph.ts';
import { slimSucrase } from '../../src/instrument/slim-sucrase.ts';

type Load = (id: string) => string | undefined;
const controller = 'kubernetes/pkg/controller/replicaset/replica_set.ts';

describe('the worker’s modules of files to edit', () => {
  const { resolveId, load } = editableRuntime([{ file: controller }]) as unknown as {
    resolveId: Load;
    load: Load;
  };
  const list = load(resolveId('virtual:editable-runtime') ?? '') ?? '';

  test('list what has to be loaded, in order, each in a chunk of its own', () => {
    const files = [...list.matchAll(/file: "([^"]+)"/g)].map(([, file]) => file);
    expect(files[0]).toBe(controller);
    expect(files).toContain('subjects/control-loop/planes/replicaset.ts');
    expect(list.match(/import\(/g)).toHaveLength(files.length);
    expect(list).toContain(`"../../../kubernetes/pkg/controller/replicaset/replica_set.ts":"${controller}"`);
  });

  test('list the planes that count alone, if they are said', () => {
    const planes = ['subjects/control-loop/planes/replicaset.ts'];
    const some = editableRuntime([{ file: controller, planes }]) as unknown as {
      resolveId: Load;
      load: Load;
    };
    const said = some.load(resolveId('virtual:editable-runtime') ?? '') ?? '';
    const files = [...said.matchAll(/file: "([^"]+)"/g)].map(([, file]) => file);
    expect(files).toEqual([controller, ...planes]);
  });

  test('load for a file no more than its own planes ask for, whatever is edited on others', () => {
    const names = 'kubernetes/staging/src/k8s.io/controller-manager/app/helper.ts';
    const wide = { file: names, planes: ['subjects/command-line/planes/controller-manager.ts'] };
    const narrow = { file: controller, planes: ['subjects/control-loop/planes/replicaset.ts'] };
    const filesOf = (...edited: Editable[]): string[] => {
      const { resolveId, load } = editableRuntime(edited) as unknown as { resolveId: Load; load: Load };
      const said = load(resolveId('virtual:editable-runtime') ?? '') ?? '';
      return [...said.matchAll(/file: "([^"]+)"/g)].map(([, file = '']) => file);
    };
    const both = filesOf(wide, narrow);
    expect(both).not.toContain('kubernetes/pkg/controller/replication/replication_controller.ts');
    expect(new Set(both)).toEqual(new Set([...filesOf(wide), ...filesOf(narrow)]));
    expect(both.indexOf(names)).toBeLessThan(
      both.indexOf('kubernetes/cmd/kube-controller-manager/app/controllermanager.ts'),
    );
  });

  test('know all that a file imports from a module, in however many declarations', () => {
    const file = 'kubernetes/staging/src/k8s.io/component-base/logs/options.ts';
    const declared = runtimeText(file).match(/^import (?!type).* from '.*\/pflag\/flag.ts';$/gm) ?? [];
    expect(declared.length).toBeGreaterThan(1);
    const [found, ...others] = valueImports(file).filter(({ specifier }) =>
      specifier.endsWith('/pflag/flag.ts'),
    );
    expect(others).toEqual([]);
    expect(found?.names).toEqual(expect.arrayContaining(['commandLine', 'FlagSet']));
  });

  test('know what is imported as a whole, by the names that it exports', () => {
    const registry = 'kubernetes/pkg/scheduler/framework/plugins/registry.ts';
    const plugin = 'kubernetes/pkg/scheduler/framework/plugins/nodename/node_name.ts';
    expect(Object.values(usesOf(registry))).toContain(plugin);
    const names = valueImports(registry).find(({ file }) => file === plugin)?.names;
    expect(names).toEqual(expect.arrayContaining(['name', 'newPlugin']));
    const planes = ['subjects/scheduler/planes/scheduler.ts'];
    const { load } = editableRuntime([{ file: plugin, planes }]) as unknown as { load: Load };
    expect(load(resolveId('virtual:editable-runtime') ?? '')).toContain(`file: "${registry}"`);
  });

  test('hold the text of a file, and of what it imports no more than it names', () => {
    const [, id = ''] = /import\("([^"]+)"\)/.exec(list) ?? [];
    const code = load(JSON.parse(`"${id}"`) as string) ?? '';
    expect(code.includes(`export const source = ${JSON.stringify(runtimeText(controller))};`)).toBe(true);
    const [, imports = ''] = code.split('export const imports = ');
    expect(imports).toContain('"../../api/v1/pod/util.ts": { isPodReady: isPodReady$0 }');
    // Types are no imports.
    expect(imports).not.toContain('kubernetes/pkg/api/objects.ts');
    for (const [, path = ''] of code.matchAll(/ from "([^"]+)";$/gm)) {
      expect(path.startsWith(runtimePath)).toBe(true);
      expect(existsSync(path)).toBe(true);
    }
  });

  test('leave all other modules alone', () => {
    expect(resolveId('./other.ts')).toBeUndefined();
    expect(load('/src/other.ts')).toBeUndefined();
  });
});

test('what is left out of sucrase is still where it was', () => {
  const { load } = slimSucrase as unknown as { load: Load };
  const folder = `${runtimePath}../../node_modules/sucrase/dist/esm/`;
  const parts = ['Options.js', 'computeSourceMap.js', 'util/formatTokens.js'].concat(
    ['JSX', 'Flow', 'JestHoist', 'ReactDisplayName', 'ReactHotLoader'].map(
      (name) => `transformers/${name}Transformer.js`,
    ),
  );
  for (const part of parts) {
    expect(existsSync(folder + part), part).toBe(true);
    expect(load(folder + part), part).toBeDefined();
  }
  expect(load(`${folder}parser/index.js`)).toBeUndefined();
});
