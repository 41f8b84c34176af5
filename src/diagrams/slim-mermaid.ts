import type { Plugin } from 'vite';

/** The one kind of diagram that a built site draws: who asked whom, in a Scope. All others were drawn ahead of time. */
const drawnInPages = /\/sequenceDiagram-/;
const absent = `Promise.reject(new Error('this site draws sequence diagrams alone'))`;

/**
 * Vite plugins that leave out of a built site what mermaid brings for diagrams that its pages never draw: some sixty scripts, which nobody
 * would load, and everybody's copy of the site would hold. The development server serves mermaid as it is, and need not bundle it.
 */
export function slimMermaid(): Plugin[] {
  return [
    {
      name: 'loopscope-slim-mermaid',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/node_modules\/mermaid\/dist\/.*\.mjs$/, code: /\bimport\(/ },
        handler: (code) => ({
          code: code.replace(/\bimport\("([^"]+)"\)/g, (found, path: string) =>
            drawnInPages.test(path) ? found : absent,
          ),
          map: null,
        }),
      },
    },
    {
      name: 'loopscope-whole-mermaid',
      apply: 'serve',
      config: () => ({
        resolve: { alias: [{ find: /^mermaid$/, replacement: 'mermaid/dist/mermaid.esm.min.mjs' }] },
        optimizeDeps: { exclude: ['mermaid'] },
      }),
    },
  ];
}
