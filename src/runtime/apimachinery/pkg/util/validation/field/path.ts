/**
 * The place of a field in an object, such as `spec.containers[0].name`.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path
 */
export class Path {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.Child
  child(...names: string[]): Path {
    return new Path([this.#text, ...names].join('.'));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.Index
  index(index: number): Path {
    return new Path(`${this.#text}[${index}]`);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.Key
  key(key: string): Path {
    return new Path(`${this.#text}[${key}]`);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.String
  toString(): string {
    return this.#text;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#NewPath
export function newPath(...names: string[]): Path {
  return new Path(names.join('.'));
}
