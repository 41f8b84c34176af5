import fc from 'fast-check';

/** Properties of a file by the names that `npm run seeds` has for them. A file that exports some as `properties` is found by that. */
export type Properties = Readonly<Record<string, fc.IRawProperty<unknown, false>>>;

/** That nothing is wrong after a case, whatever the case. */
export const property = <T>(
  cases: fc.Arbitrary<T>,
  wrongs: (one: T) => readonly string[],
): fc.IRawProperty<unknown, false> =>
  fc.property(cases, (one) => {
    const found = wrongs(one);
    if (found.length > 0) throw new Error(found.join('\n'));
  }) as fc.IRawProperty<unknown, false>;
