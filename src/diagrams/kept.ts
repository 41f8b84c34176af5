import project from '../../package.json' with { type: 'json' };
import type { ContentFile } from '../chapters/content.ts';
import { digestOf } from '../i18n/original.ts';
import { edition, settings } from './settings.ts';

/** A diagram in the prose: what stands in its fence, and where its drawing is kept. */
export interface Fence {
  /** What the fence says behind `mermaid`; empty if it says nothing. */
  readonly name: string;
  readonly text: string;
  /** The line of its opening fence, and of its closing one. */
  readonly line: number;
  readonly until: number;
}

/** The diagrams of a page, in the order of the text. */
export function fencesOf({ fences }: Pick<ContentFile, 'fences'>): readonly Fence[] {
  return fences
    .filter(({ language }) => language === 'mermaid')
    .map(({ meta, text, line, until }) => ({ name: meta, text, line, until }));
}

/** True if a diagram may be called so. */
export const isName = (name: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);

/** Where the drawing of a diagram is kept: beside its page, under its name. `path` is that of a file under content/. */
export function drawingPath(path: string, name: string): string {
  return `${path.replace(/(\/index)?\.mdx?$/, '')}/diagrams/${name}.svg`;
}

/** The version of mermaid that the project names, which is the one that draws. */
const mermaidVersion = project.devDependencies.mermaid;

/** The digest of all that a drawing is made from. */
export function digestOfDiagram(text: string, version = mermaidVersion): string {
  return digestOf(JSON.stringify([text.trimEnd(), version, edition, settings]));
}

/** A drawing that says what it was made from. */
export function withDigest(drawing: string, digest: string): string {
  return drawing.replace('<svg', `<svg data-digest="${digest}"`);
}

/** Whether what is kept is the drawing of that digest. */
export function stateOf(kept: string | undefined, digest: string): 'missing' | 'stale' | 'fresh' {
  if (kept === undefined) return 'missing';
  return kept.startsWith(`<svg data-digest="${digest}"`) ? 'fresh' : 'stale';
}
