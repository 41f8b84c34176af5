import { parseDuration } from '../../../../../../go/duration.ts';
import type { Result } from '../../../../../../go/result.ts';

/** What a value must be: a word, a list, an object whose fields are known, or anything. */
export type Shape = Scalar | ListShape | ObjectShape;

/** `duration` is a text such as `5s`, read to ms; `any` is taken as it is. */
type Scalar = 'int32' | 'int64' | 'float32' | 'string' | 'bool' | 'duration' | 'any';

interface ListShape {
  readonly list: Shape;
}

/** The fields of a struct by their names in JSON. */
export interface ObjectShape {
  /** What Go calls it, for messages. */
  readonly type: string;
  readonly fields: Readonly<Record<string, Shape>>;
  /** What fields are that are not given; those that are not here stay out. */
  readonly zero?: object;
}

/**
 * Reads a document that has to be of a shape: a field that is not known is an error, as with upstream's strict codecs.
 * Where upstream tells the place by some characters of the text around it, the path of the field is told here.
 */
export class StrictDecoder {
  readonly #text: string;
  #problem: Error | undefined;

  private constructor(document: unknown) {
    this.#text = sortedJSON(document);
  }

  /** The document as the shape has it; null is as if it were not there. The first thing that is wrong is the error. */
  static decode(document: unknown, shape: ObjectShape): Result<object> {
    const decoder = new StrictDecoder(document);
    const found = decoder.#object(document ?? {}, shape, '');
    return decoder.#problem ? [undefined, decoder.#problem] : [found, undefined];
  }

  #object(value: unknown, { type, fields, zero }: ObjectShape, path: string): object {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#fail(type, path, 'an object', value);
      return {};
    }
    const found: Record<string, unknown> = { ...zero };
    for (const key of Object.keys(value).sort()) {
      const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (shape === undefined) {
        const what = `${type}.ReadObject: found unknown field: ${key}, at ${path || '.'}`;
        this.#problem ??= new Error(`strict decoder error for ${this.#text}: ${what}`);
        continue;
      }
      const given: unknown = (value as Record<string, unknown>)[key];
      if (given !== null && given !== undefined)
        found[key] = this.#value(given, shape, type, `${path}.${key}`);
    }
    return found;
  }

  #value(value: unknown, shape: Shape, type: string, path: string): unknown {
    if (typeof shape === 'string') return this.#scalar(value, shape, type, path);
    if ('type' in shape) return this.#object(value, shape, path);
    if (!Array.isArray(value)) return this.#fail(type, path, 'a list', value);
    return value.map((item, i) => this.#value(item, shape.list, type, `${path}[${i}]`));
  }

  #scalar(value: unknown, shape: Scalar, type: string, path: string): unknown {
    if (shape === 'any') return value;
    if (shape === 'duration') {
      if (typeof value !== 'string') return this.#fail(type, path, 'a duration such as "5s"', value);
      const [ms, err] = parseDuration(value);
      if (err) this.#problem ??= err;
      return ms;
    }
    const isOne = isScalar[shape];
    return isOne(value) ? value : this.#fail(type, path, shape, value);
  }

  #fail(type: string, path: string, expected: string, found: unknown): undefined {
    const what = `expected ${expected}, found ${sortedJSON(found)}`;
    this.#problem ??= new Error(`${type}: ${path || '.'}: ${what}`);
    return undefined;
  }
}

const wholeOf = (bits: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= -(2 ** (bits - 1)) && (value as number) < 2 ** (bits - 1);

const isScalar: Readonly<Record<Exclude<Scalar, 'any' | 'duration'>, (value: unknown) => boolean>> = {
  int32: wholeOf(32),
  int64: wholeOf(64),
  float32: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
};

/** As JSON, with the keys in order: so YAML becomes JSON upstream. */
export function sortedJSON(value: unknown): string {
  const inOrder = (_key: string, given: unknown): unknown => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    return Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, inOrder) ?? 'null';
}
