/** How many digits the sum of an algorithm has. */
// Mirrors: vendor/github.com/opencontainers/go-digest/algorithm.go#algorithms
export const algorithms: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);
