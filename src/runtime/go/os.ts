import { type Blocking, running } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';

/** Where a program writes. `columns` is set if somebody reads along in a terminal of that width. */
export interface Writer {
  write(text: string): void;
  readonly columns?: number;
}

/** A writer that keeps all it gets. */
export class Buffer implements Writer {
  text = '';
  readonly columns: number | undefined;

  constructor(columns?: number) {
    this.columns = columns;
  }

  write(text: string): void {
    this.text += text;
  }
}

export interface OSSettings {
  /** The command line; the first word is the name of the program. */
  readonly args: readonly string[];
  readonly hostname?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Texts of files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where the program writes; what it writes is kept where this is left out. */
  readonly stdout?: Writer;
  readonly stderr?: Writer;
}

/**
 * What a program sees of the operating system: its command line, files and streams, and how to end. It stands for one
 * process of that system, so package variables of the mirrored code, of which Go has one set a process, hang on it.
 */
export class OS {
  readonly sim: Sim;
  readonly args: readonly string[];
  readonly hostname: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: Map<string, string>;
  readonly stdout: Writer;
  readonly stderr: Writer;
  /** Set when the program ended by itself. */
  exitCode: number | undefined;

  constructor(sim: Sim, settings: OSSettings) {
    this.sim = sim;
    this.args = settings.args;
    this.hostname = settings.hostname ?? settings.args[0] ?? '';
    this.env = settings.env ?? {};
    this.files = new Map(Object.entries(settings.files ?? {}));
    this.stdout = settings.stdout ?? new Buffer();
    this.stderr = settings.stderr ?? new Buffer();
  }

  /** Ends the program at once: every process of its group is dropped, and nothing that was put off to the end happens. */
  *exit(code: number): Blocking<never> {
    this.exitCode = code;
    const process = running();
    if (process) this.sim.crash(process.group);
    for (;;) yield { kind: 'yield', on: 'the end of its program', enlist: () => undefined };
  }
}

/** A package variable: each program has its own, made on first use. */
export function packageVariable<T>(make: (os: OS) => T): (os: OS) => T {
  const values = new WeakMap<OS, T>();
  return (os) => {
    if (!values.has(os)) values.set(os, make(os));
    return values.get(os) as T;
  };
}
