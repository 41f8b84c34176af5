import type { Plugin } from 'vite';
import { shapesOfType } from './shapes-of-types.ts';

/**
 * A Vite plugin that gives, for `./messages.ts?type=Answer&shapes`, the shapes of the type `Answer` that the module exports,
 * as `shapes`. It belongs into `plugins`, and into `worker.plugins` as well: workers are bundled apart.
 */
export function messageShapes(): Plugin {
  return {
    name: 'loopscope-message-shapes',
    enforce: 'pre',
    load(id) {
      const [, file, type] = /^(.*)\?type=(\w+)&shapes$/.exec(id) ?? [];
      if (file === undefined || type === undefined) return null;
      const json = JSON.stringify(shapesOfType(file, type));
      // Parsed as JSON it is read faster than as code.
      return `export const shapes = JSON.parse(${JSON.stringify(json)});`;
    },
  };
}
