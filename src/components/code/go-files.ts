/** Upstream's Go beside our code: what the site serves of it, and how it reaches the page. */
import upstream from '../../runtime/upstream.json' with { type: 'json' };
import type { PinnedPlace } from '../../sources/fetch-pinned.ts';
import type { GoRange } from '../../sources/go-lines.ts';
import type { Pin } from '../../sources/pins.ts';

/** A stretch of upstream, and what the site has of it. */
export interface GoPart {
  readonly pin: Pin;
  /** Upstream's lines as safe HTML, where the site was built with upstream's source. */
  readonly html?: readonly string[];
}

/** A declaration of ours with what it follows. */
export interface GoBeside extends GoPart {
  /** Of our declaration. */
  readonly name: string;
  /** Lines of our declaration in its file, from 1, both included. */
  readonly from: number;
  readonly to: number;
  /** Ours is only a part of upstream's declaration. */
  readonly part?: true;
  /** For each line of ours the lines of upstream that it follows, counted from 0; where the site has those. */
  readonly ranges?: readonly GoRange[];
  /** Where it has not: our text, so that the map is made once upstream's is there. */
  readonly ours?: readonly string[];
}

/** What the site serves for a file: of ours under `/go/ours/`, of upstream under `/go/upstream/`. */
export interface GoFile<Part extends GoPart> {
  readonly parts: readonly Part[];
}

/** Upstream's text as it is to be shown, or what is needed to fetch it. */
export interface GoSource extends Omit<GoBeside, 'name' | 'from' | 'to' | 'pin'> {
  readonly place: PinnedPlace;
  /** Other pins of the same file. */
  readonly more?: readonly Pin[];
}

/** The source of a part, with the other parts of its file of upstream. */
export function sourceOf({ pin, ...part }: GoPart | GoBeside, all: readonly GoPart[]): GoSource {
  const more = all.flatMap((other) => (other.pin.path === pin.path ? [other.pin] : []));
  return { ...part, place: { repository: upstream.repository, tag: upstream.tag, pin }, more };
}

/** Where readers see a place on the web site of its repository. */
export const urlInRepository = ({ repository, tag, pin }: PinnedPlace): string =>
  `https://github.com/${repository}/blob/${tag}/${pin.path}#L${pin.startLine}-L${pin.endLine}`;

/** A line of Go with two spaces for each tab at its beginning, which is how wide they are shown. */
export const untabbed = (line: string): string => line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length));

const fetched = new Map<string, Promise<GoFile<GoPart>>>();

/**
 * What the site serves for a file, `ours/controllers/replicaset/replica_set.ts` or `upstream/pkg/kubelet/kubelet.go`. Rejects where it
 * cannot be had; a later call tries again. `base` is the site's base path.
 */
export function loadGo<Part extends GoPart>(base: string, file: string): Promise<GoFile<Part>> {
  const url = `${base.replace(/\/$/, '')}/go/${file}.json`;
  const loading = fetched.get(url) ?? fetchGo(url);
  fetched.set(url, loading);
  loading.catch(() => fetched.delete(url));
  return loading as Promise<GoFile<Part>>;
}

async function fetchGo(url: string): Promise<GoFile<GoPart>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`expected ${url}, found ${response.status}`);
  return (await response.json()) as GoFile<GoPart>;
}
