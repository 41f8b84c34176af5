/** All copies of a patch would add more than they may. */
// Mirrors: vendor/github.com/evanphx/json-patch/errors.go#NewAccumulatedCopySizeError
export function newAccumulatedCopySizeError(limit: number, accumulated: number): Error {
  const what = `the accumulated size increase of copy is ${accumulated}`;
  return new Error(`Unable to complete the copy, ${what}, exceeding the limit ${limit}`);
}
