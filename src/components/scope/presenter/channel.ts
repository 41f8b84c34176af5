import { type Signal, signal } from '@preact/signals';
import { isCount, isFields } from '../../base/fields.ts';
import { type OnStage, mostHands } from './presentation.ts';

/** Windows of the site on one machine hear each other under this name. */
const channelName = 'loopscope';

/** Raised whenever a message means something else than before: windows of two builds may be open. */
const version = 1;

/** Messages with moments are apart by so much, in ms: ten a second. */
const apartMs = 100;

/** A projector that answered none of so many moments is gone. */
const patience = 3;

/** A way to the other windows. */
export interface Wire {
  post(message: object): void;
  /** Calls back with what comes in, which may be anything. Gives what ends that. */
  listen(hear: (message: unknown) => void): () => void;
}

/** The wire of this browser; undefined where it has none. */
export function openWire(): Wire | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(channelName);
  return {
    // A channel has no other origin to send to.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    listen: (hear) => {
      const onMessage = ({ data }: MessageEvent): void => hear(data);
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
        channel.close();
      };
    },
  };
}

/** What a projector shows: a moment as the fragment of a link, and what stands beside the picture. */
export interface ShownMoment extends OnStage {
  readonly moment: string;
}

type Message =
  | ({ readonly kind: 'moment'; readonly n: number } & ShownMoment)
  /** A projector that opened; it has the moment numbered `n`; it closes; somebody pressed a clicker there. */
  | { readonly kind: 'hello' | 'bye'; readonly from: string }
  | { readonly kind: 'here'; readonly from: string; readonly n: number }
  | { readonly kind: 'turn'; readonly by: 1 | -1 };

/** A message of this version, about a page, whose fields are what they must be. Anything else is none. */
function messageOf(data: unknown, page: string): Message | undefined {
  if (!isFields(data) || data.loopscope !== version || data.page !== page) return undefined;
  const { kind, from, n, by, moment, passage, question, revealed, hands } = data;
  if (kind === 'turn') return by === 1 || by === -1 ? { kind, by } : undefined;
  if (kind === 'moment') {
    const fits =
      isCount(n) && typeof moment === 'string' && typeof revealed === 'boolean' && isPlace(passage, -1);
    if (!fits || !(question === undefined || isPlace(question, 0))) return undefined;
    if (!(hands === undefined || areHands(hands))) return undefined;
    return { kind, n, moment, passage, question, revealed, hands };
  }
  if (typeof from !== 'string' || from.length > 40) return undefined;
  if (kind === 'here') return isCount(n) ? { kind, from, n } : undefined;
  return kind === 'hello' || kind === 'bye' ? { kind, from } : undefined;
}

const isPlace = (value: unknown, first: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= first;

/** A prediction has five answers at most. */
const areHands = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length <= 5 && value.every((count) => isCount(count) && count <= mostHands);

/** What both ends are given. */
interface EndOptions {
  readonly wire: Wire;
  /** Path of the page: windows of other pages are none of ours. */
  readonly page: string;
}

export interface LeaderOptions extends EndOptions {
  /** Somebody presses a clicker in a projector's window. */
  readonly turn: (by: 1 | -1) => void;
  /** The time in ms. */
  readonly now: () => number;
  /** Calls back once after `ms`; gives what cancels it. */
  readonly later: (action: () => void, ms: number) => () => void;
}

/** The end of the presenter: tells the projectors what is shown, the last of it ten times a second at most. */
export class Leader {
  /** How many projectors follow: those that answered lately. */
  readonly followers: Signal<number> = signal(0);
  readonly #options: LeaderOptions;
  readonly #unlisten: () => void;
  /** The number of the last moment that each projector has. */
  readonly #has = new Map<string, number>();
  #shown: ShownMoment | undefined;
  #n = 0;
  #sentAt = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#unlisten = options.wire.listen((data) => this.#hear(messageOf(data, options.page)));
  }

  /** Shows this to all who follow, and to those who come later. */
  show(shown: ShownMoment): void {
    const isNew = JSON.stringify(shown) !== JSON.stringify(this.#shown);
    this.#shown = shown;
    if (isNew) this.#sendSoon();
  }

  end(): void {
    this.#cancel?.();
    this.#unlisten();
  }

  #sendSoon(): void {
    if (this.#cancel) return;
    const waitMs = this.#sentAt + apartMs - this.#options.now();
    if (waitMs <= 0) this.#send();
    else this.#cancel = this.#options.later(() => this.#send(), waitMs);
  }

  #send(): void {
    this.#cancel = undefined;
    if (!this.#shown) return;
    const { wire, page, now } = this.#options;
    this.#sentAt = now();
    wire.post({ loopscope: version, page, kind: 'moment', n: ++this.#n, ...this.#shown });
    this.#count();
  }

  #hear(message: Message | undefined): void {
    if (message?.kind === 'turn') return this.#options.turn(message.by);
    if (!message || message.kind === 'moment') return;
    const { kind, from } = message;
    if (kind === 'here') this.#has.set(from, message.n);
    else if (kind === 'bye') this.#has.delete(from);
    else this.#sendSoon();
    this.#count();
  }

  #count(): void {
    const all = [...this.#has.values()];
    this.followers.value = all.filter((n) => n > this.#n - patience && n <= this.#n).length;
  }
}

export interface FollowerOptions extends EndOptions {
  /** What this window calls itself. */
  readonly name: string;
  readonly show: (shown: ShownMoment) => void;
}

/** The end of a projector: asks what is shown, and says that it has it. It sends no moment. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #unlisten: () => void;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#unlisten = options.wire.listen((data) => this.#hear(messageOf(data, options.page)));
    this.#post({ kind: 'hello', from: options.name });
  }

  /** Asks the presenter to go on, or back. */
  turn(by: 1 | -1): void {
    this.#post({ kind: 'turn', by });
  }

  end(): void {
    this.#post({ kind: 'bye', from: this.#options.name });
    this.#unlisten();
  }

  #hear(message: Message | undefined): void {
    if (message?.kind !== 'moment') return;
    const { kind: _kind, n, ...shown } = message;
    this.#post({ kind: 'here', from: this.#options.name, n });
    this.#options.show(shown);
  }

  #post(message: Message): void {
    this.#options.wire.post({ loopscope: version, page: this.#options.page, ...message });
  }
}
