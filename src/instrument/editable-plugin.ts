import type { Plugin } from 'vite';
import {
  type Editable,
  pluginOrder,
  reloadOrderOf,
  runtimePath,
  runtimeText,
  usesOf,
  valueImports,
} from './runtime-graph.ts';

const all = 'virtual:editable-runtime';
const plugins = 'virtual:editable-plugins';
/** Their chunks are called by what comes last, so that it can be told what they are for. */
const prefix = '\0editable:';
const idOf = (file: string): string => prefix + file.replaceAll('/', '~');

/**
 * A Vite plugin for the worker: `virtual:editable-runtime` exports `files`, what `loadEditedRuntime` needs to run edits
 * of these files of `src/runtime`. Their texts are fetched one by one when they are used, and what they import is taken
 * from the machine that is there already. `virtual:editable-plugins` is the same for the plugins of the scheduler.
 */
export function editableRuntime(edited: readonly Editable[]): Plugin {
  return {
    name: 'loopscope-editable',
    resolveId: (id) => (id === all || id === plugins ? `\0${id}` : id.startsWith(prefix) ? id : undefined),
    load(id) {
      if (id === `\0${plugins}`) return listCode(pluginOrder());
      if (id === `\0${all}`) return listCode(reloadOrderOf(edited));
      return id.startsWith(prefix) ? fileCode(id.slice(prefix.length).replaceAll('~', '/')) : undefined;
    },
  };
}

function listCode(order: readonly string[]): string {
  const list = order.map((file) => {
    const load = `() => import(${JSON.stringify(idOf(file))})`;
    // A file that nobody edits is not looked for among these.
    const uses = Object.entries(usesOf(file)).filter(([, used]) => order.includes(used));
    return `{ file: ${JSON.stringify(file)}, uses: ${JSON.stringify(Object.fromEntries(uses))}, load: ${load} }`;
  });
  return `export const files = [${list.join(',\n')}];`;
}

function fileCode(file: string): string {
  const used = valueImports(file);
  const imports = used.map(({ file: target, names }, at) => {
    const renamed = names.map((name) => `${name} as ${name}$${at}`).join(', ');
    return `import { ${renamed} } from ${JSON.stringify(runtimePath + target)};`;
  });
  const offered = used.map(({ specifier, names }, at) => {
    const fields = names.map((name) => `${name}: ${name}$${at}`).join(', ');
    return `${JSON.stringify(specifier)}: { ${fields} }`;
  });
  return `${imports.join('\n')}
export const source = ${JSON.stringify(runtimeText(file))};
export const imports = { ${offered.join(', ')} };`;
}
