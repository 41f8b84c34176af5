import { describe, expect, test } from 'vitest';
import { LimitReached, ProcessFailed } from '../../../src/runtime/sim/limits.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import {
  isStackOverflow,
  isThrown,
  namedTextOfThrown,
  textOfThrown,
} from '../../../src/runtime/sim/thrown.ts';

/** A Proxy that throws at whatever is asked of it. */
const hostile = new Proxy(new Error('no'), {
  get() {
    throw new Error('get');
  },
  getPrototypeOf() {
    throw new Error('getPrototypeOf');
  },
});

const proxied = new Proxy(new Error('no'), {
  get() {
    throw new Error('get');
  },
});

const remedy = 'throw new Error("what went wrong")';
const noError = (found: string): string => `expected an Error to be thrown, found ${found}; ${remedy}`;
const noMessage = (found: string): string => `expected an Error with a message, found ${found}; ${remedy}`;

const withMessage = (message: unknown): Error =>
  Object.defineProperty(new Error(), 'message', { value: message });

const thrown: readonly (readonly [name: string, thrown: unknown, text: string])[] = [
  ['null', null, noError('null')],
  ['undefined', undefined, noError('undefined')],
  ['a number', 1, noError('1')],
  ['a symbol', Symbol('s'), noError('Symbol(s)')],
  ['a text', 'a "b"', noError('the text "a \\"b\\""')],
  ['a function', () => 1, noError('a function')],
  ['an object without prototype', Object.create(null), noError('an object')],
  [
    'an object whose toString throws',
    {
      toString() {
        throw new Error('1');
      },
    },
    noError('an object'),
  ],
  ['a Proxy that throws at everything', hostile, noError('an object')],
  ['a Proxy of an Error that throws at getting', proxied, noMessage('one of which it cannot be read')],
  [
    'an Error whose message throws',
    Object.defineProperty(new Error(), 'message', {
      get() {
        throw null;
      },
    }),
    noMessage('one of which it cannot be read'),
  ],
  [
    'an Error whose message is no text',
    withMessage({ type: 'b' }),
    noMessage('one of which it cannot be read'),
  ],
  ['an Error without a message', new Error(), noMessage('one without')],
  ['an Error', new RangeError('no such pod'), 'no such pod'],
];

describe('textOfThrown', () => {
  test.each(thrown)('%s', (_, value, text) => {
    expect(textOfThrown(value)).toBe(text);
  });

  test.each([
    ['an Error', new Error('x'.repeat(5_000_000)), 'x'],
    ['a text', 'x'.repeat(5_000_000), 'expected an Error to be thrown, found the text "x'],
  ])('%s of five million letters gives 2,000', (_, value, begins) => {
    const text = textOfThrown(value);
    expect(text).toHaveLength(2_000);
    expect(text.startsWith(begins)).toBe(true);
    expect(text.endsWith('…')).toBe(true);
  });

  test('the name of an Error can stand in front, if it has one that is text', () => {
    expect(namedTextOfThrown(new RangeError('no such pod'))).toBe('RangeError: no such pod');
    expect(namedTextOfThrown(Object.assign(new Error('no'), { name: { constructor: undefined } }))).toBe(
      'no',
    );
    expect(namedTextOfThrown(null)).toBe(noError('null'));
    expect(namedTextOfThrown(proxied)).toBe(noMessage('one of which it cannot be read'));
  });
});

test.each([
  ['V8', new RangeError('Maximum call stack size exceeded'), true],
  ['Firefox', Object.assign(new Error('too much recursion'), { name: 'InternalError' }), true],
  ['acorn', new SyntaxError('Not enough stack space to parse input (1:20)'), true],
  ['sucrase', new RangeError('Error transforming a.ts: Maximum call stack size exceeded'), true],
  ['a range', new RangeError('Invalid array length'), false],
  ['a reader', new Error('too much recursion'), false],
  ['a Proxy', hostile, false],
])('a stack that overflows is known as such, by %s', (_, value, known) => {
  expect(isStackOverflow(value)).toBe(known);
  expect(textOfThrown(value).startsWith('expected calls that end, found functions that')).toBe(known);
});

test('of what kind an error is can be asked of anything', () => {
  expect(isThrown(new LimitReached('steps', 1, 'two', []), LimitReached)).toBe(true);
  expect(isThrown(new Error('no'), LimitReached)).toBe(false);
  expect(isThrown(hostile, LimitReached)).toBe(false);
});

test.each(thrown)('a process that throws %s ends the step with its name and time', (_, value) => {
  const sim = new Sim();
  const broken = function* (): Blocking<void> {
    throw value;
  };
  sim.go('broken', broken());
  let failed: unknown;
  try {
    sim.step();
  } catch (error) {
    failed = error;
  }
  expect(isThrown(failed, ProcessFailed) && failed.message).toBe(
    `process broken failed at 0 ms: ${namedTextOfThrown(value)}`,
  );
});
