import type { Plugin } from 'vite';

const nothing = 'export default class {}';

/** Parts of sucrase that take no part in reading TypeScript for today's browsers, and what stands in for them. */
const unused: readonly (readonly [path: string, code: string])[] = [
  ['Options.js', 'export function validateOptions() {}'],
  ['computeSourceMap.js', 'export default function () {}'],
  ['util/formatTokens.js', 'export default function () {}'],
  ['transformers/JSXTransformer.js', `${nothing}\nexport const startsWithLowerCase = () => false;`],
  ['transformers/FlowTransformer.js', nothing],
  ['transformers/JestHoistTransformer.js', nothing],
  ['transformers/ReactDisplayNameTransformer.js', nothing],
  ['transformers/ReactHotLoaderTransformer.js', nothing],
];

/** A Vite plugin for the worker: leaves out what of sucrase is never used, about an eighth of what a reader would fetch. */
export const slimSucrase: Plugin = {
  name: 'loopscope-slim-sucrase',
  enforce: 'pre',
  load(id) {
    const file = id.replaceAll('\\', '/').split('/sucrase/dist/esm/')[1]?.split('?')[0];
    return unused.find(([path]) => path === file)?.[1];
  },
};
