import { defineConfig } from 'vite';
import { messageShapes } from './src/gate/vite-plugin.ts';
import { editableRuntime } from './src/instrument/editable-plugin.ts';
import { instrumentRuntime } from './src/instrument/vite-plugin.ts';

const plugins = () => [instrumentRuntime([]), messageShapes(), editableRuntime([])];

/** As the site is built, without pages: a Scope and its worker. */
export default defineConfig({
  plugins: plugins(),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022' },
  worker: { format: 'es', plugins },
});
