const remedy = 'throw new Error("what went wrong")';
const noError = (found: string): string => `expected an Error to be thrown, found ${found}; ${remedy}`;

/** Statements that throw what is hard to tell of, and what is said of each. */
export const hostileThrows: readonly (readonly [statement: string, says: string])[] = [
  ['throw null;', noError('null')],
  ['throw undefined;', noError('undefined')],
  ['throw 1;', noError('1')],
  ['throw "no";', noError('the text "no"')],
  ['throw { toString() { throw 1; } };', noError('an object')],
  ['throw new Proxy({}, { get() { throw 2; }, getPrototypeOf() { throw 2; } });', noError('an object')],
  [
    'throw Object.defineProperty(new Error("no"), "message", { get() { throw 3; } });',
    `Error: expected an Error with a message, found one of which it cannot be read; ${remedy}`,
  ],
  ['throw Object.defineProperty(new Error("no"), "stack", { get() { throw 4; } });', 'Error: no'],
  ['throw Object.assign(new Error("no"), { cause: null });', 'Error: no'],
  [
    'const turn = (): unknown => turn(); turn();',
    'RangeError: expected calls that end, found functions that call each other deeper than the stack holds; ' +
      'look for one that calls itself without end',
  ],
];
