/** The place of a field in an object, such as `spec.containers[0].name`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path
export class Path {
  readonly #parent: Path | undefined;
  /** What it adds to its parent: most paths are never printed. */
  readonly #own: string;

  constructor(own: string, parent?: Path) {
    this.#parent = parent;
    this.#own = own;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.Child
  child(name: string, ...moreNames: string[]): Path {
    const child = new Path(`.${name}`, this);
    const [next, ...rest] = moreNames;
    return next === undefined ? child : child.child(next, ...rest);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.Index
  index(index: number): Path {
    return new Path(`[${index}]`, this);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.Key
  key(key: string): Path {
    return new Path(`[${key}]`, this);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#Path.String
  toString(): string {
    return `${this.#parent ?? ''}${this.#own}`;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go#NewPath
export function newPath(...names: string[]): Path {
  return new Path(names.join('.'));
}
