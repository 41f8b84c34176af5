import { cellOf, rowsOf } from '../../../../components/picture/read-world.ts';
import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import type { Event } from '../../../../runtime/stage/events.ts';
import type { Entry, World } from '../../../../runtime/stage/world.ts';

/** Where a word of a command line is on its way, and where a start is that reads it. */
export type Place = 'line' | 'main' | 'scheme' | 'command' | 'options' | 'validate' | 'config' | 'run';

/** A word of a command line: `name` and `value` of a flag, or the word itself. */
export interface Word {
  readonly id: string;
  readonly name: string;
  readonly value?: string;
  readonly at: Place;
  /** Of a flag that is set: the section that it stands in. */
  readonly section?: string;
  /** True where the start ended because of it. */
  readonly wrong?: true;
}

/** A program that has been started, as far as it has come. */
export interface Start {
  readonly program: string;
  readonly words: readonly Word[];
  /** Where it is now. */
  readonly at: Place;
  readonly made: ReadonlySet<string>;
  readonly printed: readonly string[];
  /** `closed` where it heard a signal. */
  readonly stop?: 'open' | 'closed';
  readonly ended?: { readonly code: number; readonly why: string };
}

type Step = Extract<Event, { readonly kind: 'startup' }>;

/** The station that a step belongs to. */
export function placeOf({ phase, name, text }: Step): Place | undefined {
  switch (phase) {
    case 'main':
      return 'main';
    case 'defaults':
      return 'scheme';
    case 'cobra':
      return 'command';
    case 'flag':
      return 'options';
    case 'config':
      return name === 'validate' ? 'validate' : 'config';
    case 'complete':
      // The API server completes its options, and has no configuration before it runs.
      return text.startsWith('completes its options') ? 'options' : 'config';
    case 'apply':
      return 'config';
    case 'run':
      return 'run';
    default:
      return undefined;
  }
}

/** For each entry the start that was spoken of last; none before the first. */
export const startsOf = memoize(({ entries }: Recording): ReadonlyMap<Entry, Start> => {
  const byProgram = new Map<string, Start>();
  const all = new Map<Entry, Start>();
  let last: Start | undefined;
  for (const [i, entry] of entries.entries()) {
    const { event } = entry;
    if (event.kind === 'program.start')
      byProgram.set(event.program, begin(event.program, event.args ?? [], i));
    const before = 'program' in event ? byProgram.get(event.program ?? '') : undefined;
    if (before) {
      last = after(before, event, entry.world);
      byProgram.set(before.program, last);
    }
    if (last) all.set(entry, last);
  }
  return all;
});

function begin(program: string, args: readonly string[], index: number): Start {
  const words = args.map((text, i): Word => {
    const [name = text, ...value] = text.split('=');
    const id = `word:${program}:${index}:${i}`;
    return value.length > 0 ? { id, name, value: value.join('='), at: 'line' } : { id, name, at: 'line' };
  });
  return { program, words, at: 'line', made: new Set(), printed: [] };
}

function after(start: Start, event: Event, world: World): Start {
  switch (event.kind) {
    case 'startup':
      // The log is flushed whenever main has to wait.
      return step(event.name === 'log' ? start : { ...start, at: placeOf(event) ?? start.at }, event, world);
    case 'program.output':
      return { ...start, printed: [...start.printed, event.text].slice(-3) };
    case 'program.exit':
      return { ...start, ended: { code: event.code, why: event.why } };
    case 'program.crash':
      return { ...start, ended: { code: 137, why: '' } };
    default:
      return start;
  }
}

const isFlag = ({ name }: Word): boolean => name.startsWith('-');

function step(start: Start, event: Step, world: World): Start {
  const { phase, name, text, values = [] } = event;
  const change = (which: (word: Word) => boolean, to: Partial<Word>): Start => ({
    ...start,
    words: start.words.map((word) => (which(word) ? { ...word, ...to } : word)),
  });
  const said = values.map(String);
  if (text.startsWith('stops at'))
    return change((word) => word.at === 'command' && names(said[1] ?? '', word), { wrong: true });
  if (phase === 'cobra' && name === 'flags') return change(() => true, { at: 'command' });
  if (phase === 'cobra' && name === 'args') {
    // What is no argument was a flag, the value of one, or the name of a command.
    const left = new Set(said.join(' ').split(' '));
    return change((word) => word.at === 'command' && (isFlag(word) || !left.has(word.name)), {
      at: 'options',
    });
  }
  if (phase === 'run' && name === 'stop') return { ...start, stop: 'closed' };
  // A command that reads its flags by itself has done so when it runs.
  if (phase === 'run' && name === 'run')
    return { ...change((word) => word.at === 'command' && isFlag(word), { at: 'options' }), stop: 'open' };
  if (phase === 'flag') {
    const section = cellOf(rowsOf(world, start.program, 'flags'), name);
    return change((word) => word.name === name, { at: 'options', section });
  }
  if (phase === 'config' && name === 'kubeconfig')
    return madeOf(
      change(({ name: flag }) => /^--(kubeconfig|master)$/.test(flag), { at: 'config' }),
      name,
    );
  if (phase === 'config') return madeOf(start, name);
  if (phase === 'apply') {
    const own = ({ at, section = '' }: Word): boolean =>
      at === 'options' && groupOf(section) === name.toLowerCase();
    return madeOf(change(own, { at: 'config' }), `apply ${name}`);
  }
  if (phase === 'complete') return madeOf(start, 'completed');
  return start;
}

/** Sections whose group of options has another name. */
const otherNames: Readonly<Record<string, string>> = {
  'leader election': 'generic',
  debugging: 'generic',
  'horizontalpodautoscaling controller': 'hpacontroller',
  'serviceaccount controller': 'sacontroller',
};

/** The group of options that has the flags of a section, in small letters. */
const groupOf = (section: string): string => otherNames[section] ?? section.replaceAll(/[ -]/g, '');

const madeOf = (start: Start, name: string): Start => ({ ...start, made: new Set([...start.made, name]) });

/** True where an error speaks of a word. */
const names = (error: string, { name }: Word): boolean =>
  name !== '' && (error.includes(`${name}"`) || error.endsWith(name) || error.includes(`${name} `));
