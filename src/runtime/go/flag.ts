/** What the mirrored code needs of Go's own `flag` package: sets of flags that pflag takes over. */
import type { Pointer } from './pointer.ts';
import { parseBool, parseUint } from './strconv.ts';

/** A flag's value as Go's `flag` knows it. `typeName` is the name of its Go type, which shows in usage texts. */
export interface GoValue {
  readonly typeName: string;
  readonly isBoolFlag?: boolean;
  string(): string;
  set(text: string): Error | undefined;
}

export interface GoFlag {
  name: string;
  readonly usage: string;
  readonly value: GoValue;
  readonly defValue: string;
}

/** A set of flags. Visits go by name. */
export class GoFlagSet {
  readonly #flags = new Map<string, GoFlag>();

  var(value: GoValue, name: string, usage: string): void {
    this.#flags.set(name, { name, usage, value, defValue: value.string() });
  }

  boolVar(pointer: Pointer<boolean>, name: string, value: boolean, usage: string): void {
    pointer.value = value;
    const set = (text: string): Error | undefined => {
      const [parsed, error] = parseBool(text);
      if (error) return new Error('parse error');
      pointer.value = parsed;
      return undefined;
    };
    this.var(
      { typeName: 'boolValue', isBoolFlag: true, string: () => String(pointer.value), set },
      name,
      usage,
    );
  }

  stringVar(pointer: Pointer<string>, name: string, value: string, usage: string): void {
    pointer.value = value;
    const set = (text: string): undefined => void (pointer.value = text);
    this.var({ typeName: 'stringValue', string: () => pointer.value, set }, name, usage);
  }

  uint64Var(pointer: Pointer<number>, name: string, value: number, usage: string): void {
    pointer.value = value;
    const set = (text: string): Error | undefined => {
      const [parsed, error] = parseUint(text, 64);
      if (error) return new Error(error.message.endsWith('range') ? 'value out of range' : 'parse error');
      pointer.value = parsed;
      return undefined;
    };
    this.var({ typeName: 'uint64Value', string: () => String(pointer.value), set }, name, usage);
  }

  lookup(name: string): GoFlag | undefined {
    return this.#flags.get(name);
  }

  visitAll(visit: (flag: GoFlag) => void): void {
    for (const name of [...this.#flags.keys()].sort()) visit(this.#flags.get(name) as GoFlag);
  }
}
