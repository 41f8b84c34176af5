import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { parseContent } from '../chapters/content.ts';
import { fencesOf } from './kept.ts';

/**
 * A Vite plugin that puts a component in the place of each diagram in content, before anybody takes it for a listing. Lines keep their
 * numbers. `root` is the root of the project.
 */
export function diagramsInPlace(root: string): Plugin {
  const component = join(root, 'src/components/prose/diagram/Diagram.astro');
  return {
    name: 'loopscope-diagrams-in-place',
    enforce: 'pre',
    transform: {
      filter: { id: /\/content\/.*\.mdx$/, code: /```mermaid/ },
      handler(source, id) {
        const fences = fencesOf(parseContent(relative(root, id).replaceAll('\\', '/'), source));
        if (fences.length === 0) return null;
        const lines = source.split('\n');
        for (const { name, text, line, until } of fences) {
          const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';
          const element = `${indent}<Diagram name={${JSON.stringify(name)}} text={${JSON.stringify(text)}} />`;
          lines.splice(line - 1, until - line + 1, element, ...Array<string>(until - line).fill(''));
        }
        return {
          code: `${lines.join('\n')}\n\nimport Diagram from ${JSON.stringify(component)};\n`,
          map: null,
        };
      },
    },
  };
}
