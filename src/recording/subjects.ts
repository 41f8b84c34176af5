import type { Act, ActMap } from '../runtime/stage/acts.ts';
import type { Event, EventKind, EventMap } from '../runtime/stage/events.ts';
import type { Waited } from '../runtime/sim/because.ts';
import type { Slices } from '../runtime/stage/world.ts';
import type { WorldChange } from './map-changes.ts';

/** How a tick of the timeline is drawn: its height and its shape say the same as its colour. */
export type TickLook = 'line' | 'plain' | 'write' | 'error';

/**
 * What goes from one part of a cluster to another, as a sequence diagram draws it. Both are named as sentences name them, in the reader's
 * language.
 */
export interface Passing {
  readonly from: string;
  readonly to: string;
  readonly how: 'asks' | 'answers' | 'refuses' | 'tells' | 'is lost';
  readonly says: string;
}

/** What is said of an event of a kind, and how a run is read by it. */
export interface EventWords<E> {
  /** What a selector may name of it, in the order in which people read it. */
  readonly fields: readonly (keyof E & string)[];
  /** What happened, without capital and full stop. */
  tell(event: E): string;
  /** What decided that it came about, as a clause; undefined where its cause or the wait before it says so. */
  why?(event: E, waited: Waited | undefined, cause: Event): string | undefined;
  /** What goes from whom to whom, where something does. */
  passes?(event: E): Passing;
  /** `plain` if left out. */
  readonly look?: TickLook;
  /** The lane in which it stands, whichever program does it. */
  readonly lane?: string;
  /** Set where all can see what it leaves behind: such a step is told whoever takes it. */
  readonly public?: true;
  /** The largest step that stops at it; that of an event if left out. */
  readonly stop?: 'work item' | 'API write' | 'every';
  /** In what those may differ that stand in a row and fold into one step; none does where this is left out. */
  readonly folds?: readonly (keyof E & string)[];
}

/** What a field of an act must be in a link. */
export type FieldKind =
  'text' | 'texts' | 'path' | 'number' | 'count' | 'counts' | 'yes' | 'labels' | 'named' | 'object';

/** With a question mark a field may be missing. */
export type ActField = FieldKind | `${FieldKind}?`;

/** What is said of an act, and what a link must hold of it. */
export interface ActWords<A> {
  readonly fields: { readonly [F in Exclude<keyof A, 'kind'> & string]-?: ActField };
  /** What it does, after "you" or "to": "scale ReplicaSet default/web to 3 replicas". */
  words(act: A): string;
  /** The same in a few letters, for a tick: "scale web → 3". */
  label(act: A): string;
  /** What somebody wants by it, as a clause: "the user wants 3 pods". */
  wish(act: A): string;
  /** What it is about, where that is not the act itself: what somebody applies. */
  about?(act: A): object;
}

/** What a reader can do to a run, as the menu names it. Its form comes when it is chosen. */
interface OfferTitle {
  readonly id: string;
  /** In English, behind "What if you…". */
  readonly title: string;
  /** In the menu, from the top. */
  readonly place: number;
  /** True where it is offered in runs whose scenario does not say what is. */
  readonly usual?: true;
}

/** A lane of the timeline: a part of the cluster, in the hue of its kind. */
interface Lane {
  readonly id: string;
  /** In English. */
  readonly name: string;
  /** All that programs of such a name do stands in it. */
  readonly programs?: RegExp;
}

/** Programs of a kind, as readers know them. */
interface ProgramWords {
  readonly names: RegExp;
  /** Where they stand in lists, from 1; those without a place come last. */
  readonly place?: number;
  /** What a sentence calls one, where that is not its name. */
  readonly words?: (program: string) => string;
}

type OfKind<T, K> = T extends { readonly kind: infer Kinds } ? (K extends Kinds ? T : never) : never;
type KindOf<T> = T extends { readonly kind: infer K extends string } ? K : never;

export type EventsOf<S extends keyof EventMap> = {
  readonly [K in KindOf<EventMap[S]>]: EventWords<OfKind<EventMap[S], K>>;
};
export type ActsOf<S extends keyof ActMap> = {
  readonly [K in KindOf<ActMap[S]>]: ActWords<OfKind<ActMap[S], K>>;
};

/** What a subject says of its runs: the half of it that pages, checks and transcripts need. */
export interface SubjectWords {
  readonly events?: { readonly [kind: string]: EventWords<never> };
  readonly acts?: { readonly [kind: string]: ActWords<never> };
  readonly offers?: readonly OfferTitle[];
  /** The programs that it brings; the first of a name counts. */
  readonly programs?: readonly ProgramWords[];
  /** The act that applies an object of a manifest, where something of a run can take one. */
  readonly applies?: (object: Readonly<Record<string, unknown>>) => Act;
  /** What one object is called, in English, by its resource; and what several are, where that is not by rule. */
  readonly kinds?: Readonly<Record<string, string | readonly [one: string, many: string]>>;
  /** From top to bottom. */
  readonly lanes?: readonly Lane[];
  /** The lane of an event that stands in none by its kind. Later subjects are asked first. */
  readonly laneOf?: (event: Event, program: string) => string | undefined;
  /** What differs between two states of what it adds to the world. */
  readonly changes?: {
    readonly [S in keyof Slices]?: (before: Slices[S], after: Slices[S]) => WorldChange[];
  };
}

/** What one object of a kind is called in English, and what several are where that is not by rule. */
interface KindWords {
  readonly one: string;
  readonly many?: string;
}

const known = new Map<string, SubjectWords>();
let programs: readonly ProgramWords[] = [];
const wordsByEvent = new Map<string, EventWords<Event>>();
const wordsByAct = new Map<string, ActWords<Act>>();
const wordsByKind = new Map<string, KindWords>();

function add(name: string, words: SubjectWords): void {
  known.set(name, words);
  programs = [...known.values()].flatMap((one) => one.programs ?? []);
  for (const [kind, one] of Object.entries(words.events ?? {}))
    wordsByEvent.set(kind, one as EventWords<Event>);
  for (const [kind, one] of Object.entries(words.acts ?? {})) wordsByAct.set(kind, one as ActWords<Act>);
  for (const [resource, said] of Object.entries(words.kinds ?? {})) {
    const [one, many] = typeof said === 'string' ? [said] : said;
    wordsByKind.set(resource, { one, many });
  }
}

/** The subjects whose words are known. */
export function knownSubjects(): readonly SubjectWords[] {
  return [...known.values()];
}

/** The words of these subjects, in this order, after those of any program. */
export function wordsOfAll(names: readonly string[]): readonly SubjectWords[] {
  return ['stage', ...names].flatMap((name) => known.get(name) ?? []);
}

/** What a reader can do to a run of these subjects, in the order of the menu: what its scenario says, or what is usual. */
export function offersOf(names: readonly string[], ids?: readonly string[]): readonly OfferTitle[] {
  return wordsOfAll(names)
    .flatMap(({ offers = [] }) => offers)
    .filter(({ id, usual }) => (ids ? ids.includes(id) : usual))
    .sort((a, b) => a.place - b.place);
}

/** Undefined for an event of a subject whose words have not come. */
export function eventWords(kind: EventKind): EventWords<Event> | undefined {
  return wordsByEvent.get(kind);
}

/** Undefined for an act that no subject knows. */
export function actWordsOf(kind: string): ActWords<Act> | undefined {
  return wordsByAct.get(kind);
}

/** What objects of a resource are called; undefined where no subject says it. */
export const kindWords = (resource: string): KindWords | undefined => wordsByKind.get(resource);

/** What a sentence calls a program; undefined where no subject has another name for it. */
export const nameOfProgram = (program: string): string | undefined =>
  programs.find(({ names, words }) => words && names.test(program))?.words?.(program);

/** Where a program stands in lists, from 1. */
export const placeOfProgram = (program: string): number =>
  programs.find(({ names, place }) => place !== undefined && names.test(program))?.place ?? Infinity;

export const eventKinds = (): readonly string[] => [...wordsByEvent.keys()];
export const actKinds = (): readonly string[] => [...wordsByAct.keys()];

const coming = new Map<string, Promise<SubjectWords>>();

/**
 * Brings the words of subjects, and those of any program: what tells, selects and shows their runs. Rejects where they cannot be
 * fetched, and a later call tries again.
 */
export async function loadWords(names: readonly string[]): Promise<void> {
  const all = ['stage', ...names];
  const words = all.map((name) => {
    const loading = coming.get(name) ?? load(name);
    coming.set(name, loading);
    return loading;
  });
  // They are known in the order in which they were asked for.
  (await Promise.all(words)).forEach((one, i) => add(all[i] ?? '', one));
}

async function load(name: string): Promise<SubjectWords> {
  try {
    // Written out, so that a bundler sees which files may be meant.
    return ((await import(`../subjects/${name}/words.ts`)) as { readonly words: SubjectWords }).words;
  } catch (error) {
    coming.delete(name);
    throw error;
  }
}

/** Brings the words of every subject. */
export async function loadAllWords(): Promise<void> {
  await loadWords(await subjectNames());
}

/** The folders of `src/subjects`. */
async function subjectNames(): Promise<readonly string[]> {
  // A bundler puts the names here; without one there are files.
  if (import.meta.env)
    return Object.keys(import.meta.glob('../subjects/*/words.ts')).map((path) => path.split('/')[2] ?? '');
  const { globSync } = await import('node:fs');
  return globSync('*/words.ts', { cwd: new URL('../subjects/', import.meta.url) }).map(
    (path) => path.split('/')[0] ?? '',
  );
}
