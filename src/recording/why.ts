import { t, translated } from '../i18n/t.ts';
import type { Said, Waited } from '../runtime/sim/because.ts';
import type { Event } from '../runtime/stage/events.ts';
import type { Entry } from '../runtime/stage/world.ts';
import { wishWords } from './act-words.ts';
import { memoize } from './memoize.ts';
import { type Recording, entryAt } from './recording.ts';
import { eventWords } from './subjects.ts';
import { sentence, tell } from './tell.ts';
import { roughWords } from './words.ts';

/**
 * What kind of reason an entry has: what somebody wants; a decision, a wait or a step of a start, and behind it what led there; or
 * what led there alone. `start`: it is a program that the cluster begins with.
 */
type ReasonKind = 'wish' | 'decision' | 'wait' | 'step' | 'cause' | 'start';

/** Why something happened, as a clause. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly words: string;
}

/** "Why: ...", of an entry. */
export function whyOf(recording: Recording, index: number): string {
  const { words } = reasonOf(recording, index);
  // What a program prints may have its own full stop.
  return t`Why: ${words.replace(/(?<!\.)[.。]$/, '')}.`;
}

/** What happened, and why: one line. */
export function because(recording: Recording, index: number): string {
  return t`${tell(entryAt(recording, index).event)}. ${whyOf(recording, index)}`;
}

/** What decided that an entry came about, where that is known, and else the step that led to it. */
export function reasonOf(recording: Recording, index: number): Reason {
  const entry = entryAt(recording, index);
  if (entry.event.kind === 'act') return { kind: 'wish', words: wished(recording, entry) };
  const cause = recording.entries[entry.cause];
  if (!cause) return { kind: 'start', words: t`it is part of how the cluster starts` };
  const { because } = entry;
  if (because && 'text' in because) return { kind: 'decision', words: said(because) };
  const [kind, reason] = decided(entry, cause) ?? [];
  const led = sentence(cause.event);
  if (!kind || reason === undefined) return { kind: 'cause', words: led };
  // A loop that has turned for long was set going by what is no more than its beginning.
  const near = !because || because.since - cause.at <= nearMs;
  return { kind, words: near ? t`${reason}. Before that: ${led}` : reason };
}

/** Within so many ms of its cause a timer counts as set by it, and a wait as no reason. */
const nearMs = 50;

function decided({ at, event, because }: Entry, cause: Entry): [ReasonKind, string] | undefined {
  const wait = because && 'ms' in because ? because : undefined;
  const late = wait && lateRound(wait, at);
  const own = late ?? eventWords(event.kind)?.why?.(event, wait, cause.event);
  if (own !== undefined) return [wait ? 'wait' : 'decision', own];
  const words = wait && waited(wait);
  if (words !== undefined) return ['wait', words];
  return !wait && isStep(event, cause.event) ? ['step', t`its start goes on`] : undefined;
}

/** A start goes on with its next step, whatever the one before came to. */
function isStep({ kind }: Event, { kind: before }: Event): boolean {
  if (kind === 'startup') return before === 'startup' || before.startsWith('api.');
  return kind === 'api.request' && before === 'startup';
}

/** What an observer says of a decision. */
function said({ text, values = [] }: Said): string {
  return translated(
    text,
    ...values.map((value) => (typeof value === 'object' ? roughWords(value.ms) : value)),
  );
}

const isRound = ({ on, times }: Waited): boolean => on === 'its period' || times > 1;

/** For what comes `at` virtual ms, long after its round began. */
function lateRound(wait: Waited, at: number): string | undefined {
  const ago = at - wait.since - wait.ms;
  if (!isRound(wait) || ago <= nearMs) return undefined;
  return t`it comes round every ${roughWords(wait.ms)}, and this round began ${roughWords(ago)} ago`;
}

/** The end of a wait; undefined where the cause says it. */
function waited(wait: Waited): string | undefined {
  const { on, ms, times } = wait;
  const time = roughWords(ms);
  if (on === 'the client rate limiter') return undefined;
  if (on.startsWith('a tick')) return t`it looks every ${time}`;
  if (on === 'the resync timer') return t`its resync period of ${time} is over`;
  if (on === 'back-off') return t`its back-off of ${time} is over`;
  if (!isRound(wait) && ms <= nearMs) return undefined;
  if (!isRound(wait)) return t`a wait of ${time} is over`;
  return times > 1 ? t`it comes round every ${time}` : t`it comes round again after ${time}`;
}

function wished(recording: Recording, { index, event }: Entry): string {
  if (event.kind !== 'act' || event.by === 'reader') return t`you did it`;
  const wish = wishWords(event.act);
  return firstAct(recording) === index ? t`this is where the story begins: ${wish}` : wish;
}

/** The index of the first act of the story. */
const firstAct = memoize(
  ({ entries }: Recording): number =>
    entries.find(({ event }) => event.kind === 'act' && event.by === 'story')?.index ?? -1,
);
