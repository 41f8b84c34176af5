import { describe, expect, test } from 'vitest';
import {
  Follower,
  Leader,
  type ShownMoment,
  type Wire,
} from '../../../../src/components/scope/presenter/channel.ts';

const page = '/controllers/the-control-loop/';

/** Windows that hear what the others post, and what each of them posted. */
class Room {
  readonly posted: (Readonly<Record<string, unknown>> & { readonly kind?: string })[] = [];
  readonly #ears = new Map<Wire, (message: unknown) => void>();
  /** The time, and what waits for it. */
  now = 0;
  #waiting: { readonly at: number; readonly action: () => void }[] = [];

  wire(): Wire {
    const wire: Wire = {
      post: (message) => {
        this.posted.push(message as Room['posted'][0]);
        for (const [other, hear] of this.#ears) if (other !== wire) hear(structuredClone(message));
      },
      listen: (hear) => {
        this.#ears.set(wire, hear);
        return () => this.#ears.delete(wire);
      },
    };
    return wire;
  }

  /** Posts anything, as a window that is none of ours. */
  say(message: unknown): void {
    for (const hear of this.#ears.values()) hear(message);
  }

  pass(ms: number): void {
    this.now += ms;
    const due = this.#waiting.filter(({ at }) => at <= this.now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.now);
    for (const { action } of due) action();
  }

  leader(turn: (by: 1 | -1) => void = () => undefined, at = page): Leader {
    const later = (action: () => void, ms: number) => {
      const one = { at: this.now + ms, action };
      this.#waiting.push(one);
      return () => void (this.#waiting = this.#waiting.filter((other) => other !== one));
    };
    return new Leader({ wire: this.wire(), page: at, now: () => this.now, later, turn });
  }

  follower(name = 'one', at = page): { readonly seen: string[]; readonly follower: Follower } {
    const seen: string[] = [];
    const show = ({ moment }: ShownMoment) => void seen.push(moment);
    return { seen, follower: new Follower({ wire: this.wire(), page: at, name, show }) };
  }

  moments(): unknown[] {
    return this.posted.filter(({ kind }) => kind === 'moment').map(({ moment }) => moment);
  }
}

const shown = (moment: string): ShownMoment => ({ moment, passage: 0, revealed: false });

describe('the presenter', () => {
  test('sends at once, then the last of what it shows, ten times a second at most', () => {
    const room = new Room();
    const leader = room.leader();
    for (const moment of ['a', 'b', 'c']) leader.show(shown(moment));
    expect(room.moments()).toEqual(['a']);
    room.pass(60);
    leader.show(shown('d'));
    room.pass(39);
    expect(room.moments()).toEqual(['a']);
    room.pass(1);
    expect(room.moments()).toEqual(['a', 'd']);
    room.pass(100);
    leader.show(shown('e'));
    expect(room.moments()).toEqual(['a', 'd', 'e']);
    room.pass(100);
    leader.show(shown('e'));
    expect(room.moments()).toEqual(['a', 'd', 'e']);
  });

  test('counts the projectors that answered lately, and forgets one that closed or fell silent', () => {
    const room = new Room();
    const leader = room.leader();
    leader.show(shown('a'));
    expect(leader.followers.value).toBe(0);
    const one = room.follower('one');
    const other = room.follower('other');
    room.pass(100);
    expect(leader.followers.value).toBe(2);
    other.follower.end();
    expect(leader.followers.value).toBe(1);
    // A window that broke says nothing any more.
    room.say({ loopscope: 1, page, kind: 'here', from: 'broken', n: 2 });
    expect(leader.followers.value).toBe(2);
    for (const moment of ['b', 'c', 'd']) {
      leader.show(shown(moment));
      room.pass(100);
    }
    expect(leader.followers.value).toBe(1);
    expect(one.seen).toContain('d');
  });

  test('hears a clicker that is pressed in a projector', () => {
    const room = new Room();
    const turns: number[] = [];
    room.leader((by) => turns.push(by));
    const { follower } = room.follower();
    follower.turn(1);
    follower.turn(-1);
    expect(turns).toEqual([1, -1]);
  });

  test('sends nothing any more once it has ended', () => {
    const room = new Room();
    const leader = room.leader();
    leader.show(shown('a'));
    leader.show(shown('b'));
    leader.end();
    room.pass(1000);
    room.follower();
    expect(room.moments()).toEqual(['a']);
  });
});

describe('a projector', () => {
  test('that opens late asks, and shows what is shown', () => {
    const room = new Room();
    const leader = room.leader();
    leader.show(shown('a'));
    leader.show(shown('b'));
    room.pass(100);
    room.pass(100);
    const { seen } = room.follower();
    expect(seen).toEqual(['b']);
    leader.show(shown('c'));
    room.pass(100);
    expect(seen).toEqual(['b', 'c']);
  });

  test('that opens first shows what is shown later', () => {
    const room = new Room();
    const { seen } = room.follower();
    room.leader().show(shown('a'));
    expect(seen).toEqual(['a']);
  });

  test('sends no moment on, nor does another presenter', () => {
    const room = new Room();
    const leader = room.leader();
    room.leader();
    room.follower('one');
    room.follower('other');
    leader.show(shown('a'));
    room.pass(1000);
    expect(room.moments()).toEqual(['a']);
    expect(room.posted.filter(({ kind }) => kind === 'here').map(({ from, n }) => [from, n])).toEqual([
      ['one', 1],
      ['other', 1],
    ]);
  });

  test('of another page hears nothing of this one', () => {
    const room = new Room();
    const leader = room.leader();
    const { seen } = room.follower('one', '/controllers/replicaset/');
    leader.show(shown('a'));
    expect(seen).toEqual([]);
    expect(leader.followers.value).toBe(0);
  });

  test('ignores what is no message of this version, whole and of the right kind', () => {
    const room = new Room();
    const { seen } = room.follower();
    const whole = { loopscope: 1, page, kind: 'moment', n: 1, ...shown('a') };
    const without = (name: string) =>
      Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
    const spoilt = [
      undefined,
      null,
      'moment',
      [whole],
      { ...whole, loopscope: 2 },
      { ...whole, loopscope: '1' },
      { ...whole, page: '/' },
      { ...whole, kind: 'edit' },
      { ...whole, n: -1 },
      { ...whole, moment: { toString: 'a' } },
      { ...whole, passage: 1.5 },
      { ...whole, passage: -2 },
      { ...whole, question: -1 },
      { ...whole, question: 'one' },
      { ...whole, revealed: 'yes' },
      { ...whole, hands: 3 },
      { ...whole, hands: [1, -1] },
      { ...whole, hands: [1, 2000] },
      { ...whole, hands: [1, 1, 1, 1, 1, 1] },
      ...Object.keys(whole).map(without),
    ];
    for (const message of spoilt) room.say(message);
    expect(seen).toEqual([]);
    room.say(whole);
    expect(seen).toEqual(['a']);
  });
});
