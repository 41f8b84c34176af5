/**
 * Seeded random numbers: the only source of chance in the runtime.
 * sfc32, seeded through splitmix32, so that nearby seeds give unrelated sequences.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    let state = seed | 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let z = state ^ (state >>> 16);
      z = Math.imul(z, 0x21f0aaad);
      z = z ^ (z >>> 15);
      z = Math.imul(z, 0x735a2d97);
      return (z ^ (z >>> 15)) | 0;
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  /** A number in [0, 1), as Go's `rand.Float64`. */
  float(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** A whole number in [0, n). */
  below(n: number): number {
    return Math.floor(this.float() * n);
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('Random.pick: expected at least one item, found none');
    return items[this.below(items.length)] as T;
  }

  /** So many characters of the alphabet of generated names, which has no vowels: no name says anything rude. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/rand/rand.go#String
  name(length: number): string {
    const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
    let name = '';
    for (let i = 0; i < length; i++) name += alphabet[this.below(alphabet.length)];
    return name;
  }

  /** A version 4 UUID. */
  uuid(): string {
    const words = [this.uint32(), this.uint32(), this.uint32(), this.uint32()];
    const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('');
    const variant = '89ab'[this.below(4)];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
