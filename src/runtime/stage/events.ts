import type { Act } from './acts.ts';

/** The local values of a line, each already told in a short text. */
export type Locals = Readonly<Record<string, string>>;

/** What happens to any program, whatever it is. */
export type StageEvent =
  /** Somebody outside the cluster does something: the story of the scenario, or the reader. */
  | { readonly kind: 'act'; readonly act: Act; readonly by: 'story' | 'reader'; readonly error?: string }
  | { readonly kind: 'program.start'; readonly program: string; readonly args?: readonly string[] }
  | { readonly kind: 'program.crash' | 'program.resume'; readonly program: string }
  /** Its processes stand still for so long; time does not. */
  | { readonly kind: 'program.pause'; readonly program: string; readonly forMs: number }
  /** A program ends itself. `why` is empty where it came to its end. */
  | {
      readonly kind: 'program.exit';
      readonly program: string;
      readonly why: string;
      readonly code: number;
    }
  | {
      readonly kind: 'program.output';
      readonly program: string;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    }
  /**
   * A step of a program's way from its command line to work, which no other kind tells. `name` is what it is about;
   * `text` is in English, without its subject, and has {0}, {1} for `values`.
   */
  | {
      readonly kind: 'startup';
      readonly program: string;
      readonly phase: string;
      readonly name: string;
      readonly text: string;
      readonly values?: readonly (string | number)[];
    }
  /** A program answers a GET of somebody outside. */
  | {
      readonly kind: 'http.response';
      readonly program: string;
      readonly port: number;
      readonly path: string;
      readonly status: number;
      readonly body: string;
    }
  /** A line of a shown file is about to run. `depth` counts the calls of shown functions below it. */
  | {
      readonly kind: 'line';
      readonly file: string;
      readonly line: number;
      readonly function: string;
      readonly depth: number;
      readonly locals: Locals;
    };

/** What a trace can record, by the subject that it belongs to: each adds its own. */
export interface EventMap {
  readonly stage: StageEvent;
}

/** Everything that a trace can record. A reader steps from one of these to the next. */
export type Event = EventMap[keyof EventMap];
export type EventKind = Event['kind'];
export type EventOf<K extends EventKind> = Extract<Event, { readonly kind: K }>;
