import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim } from '../../components/prose/experiment.ts';
import type { Recording } from '../../recording/recording.ts';
import { readAssertions } from '../../requirements/read.ts';
import type { Result } from '../../runtime/go/result.ts';
import { type ContentFile, pageOf, readContent } from '../../chapters/content.ts';
import { type Component, readComponents } from './props.ts';
import type { ScenarioFile } from '../../chapters/scenarios.ts';

/** What makes runs. */
export interface Machine {
  /** Plays a scenario by its id to its end; an error if there is none, or if it does not end well. */
  play(id: string): Result<Recording>;
  /** What contradicts an experiment on a scenario, by its id; `instead` is the id of the scenario that is played in its place. */
  wrongIn(claim: Claim, id: string, instead?: string): Error | undefined;
}

/** All that content may speak of. */
export interface Site {
  readonly files: readonly ContentFile[];
  readonly components: ReadonlyMap<string, Component>;
  readonly scenarios: readonly ScenarioFile[];
  readonly machine: Machine;
  /** Ids of requirements that some test asserts. */
  readonly asserted: ReadonlySet<string>;
  /** The text of a file of the project; undefined if there is none. `path` is from the root. */
  source(path: string): string | undefined;
  /** Paths of the drawings that are kept. */
  readonly drawings: readonly string[];
  /** Ids of exercises: `controllers/replicaset/expectations`. */
  readonly exercises: readonly string[];
  /** Addresses of pages that are not content; `*` stands for anything but a slash, `**` for anything. */
  readonly otherPages: readonly string[];
}

/** Reads the project at `root`. */
export function readSite(root: string, scenarios: readonly ScenarioFile[], machine: Machine): Site {
  return {
    files: readContent(root),
    components: readComponents(root),
    scenarios,
    machine,
    asserted: new Set(readAssertions(root).map(({ row }) => row)),
    source: (path) => {
      const file = join(root, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
    drawings: globSync('content/**/diagrams/*.svg', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
    exercises: globSync('content/*/*/exercises/*.ts', { cwd: root }).map(exerciseOf).sort(),
    otherPages: globSync('src/pages/**/*.{astro,ts}', { cwd: root }).map(addressOf),
  };
}

/** The id of the exercise in a file. */
function exerciseOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^content\/|exercises\/|\.ts$/g, '');
}

/** The address of a file of src/pages: `src/pages/runs/[...id].astro` is `/runs/**`. */
function addressOf(path: string): string {
  const route = path
    .replaceAll('\\', '/')
    .replace(/^src\/pages/, '')
    .replace(/(\.\w+)?\.(astro|ts)$/, '$1')
    .replace(/\/index$/, '/')
    .replace(/\[\.\.\.\w+\]/g, '**')
    .replace(/\[\w+\]/g, '*');
  return /\.\w+$/.test(route) || route.endsWith('/') ? route : `${route}/`;
}

/** True if the site has a page at an address without its base and fragment, such as `/controllers/replicaset/`. */
export function hasPage(site: Site, address: string): boolean {
  return pageAt(site, address) !== undefined || site.otherPages.some((page) => matches(page, address));
}

/** The content at an address. A page that is not translated stands under its translation's address in English. */
export function pageAt({ files }: Site, address: string): ContentFile | undefined {
  const own = files.find((file) => pageOf(file) === address);
  const original = address.replace(/^\/zh-cn\//, '/');
  return own ?? files.find((file) => pageOf(file) === original);
}

function matches(page: string, address: string): boolean {
  const pattern = page
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]+' : part.replace(/[.+?()[\]{}|^$\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${pattern}/?$`).test(address);
}
