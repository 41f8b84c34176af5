import type { RoundTripper } from './http-client.ts';
import { Notified, type Signal, exitCodeOf } from './signal.ts';
import type { Transport } from '../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { type Blocking, running } from '../sim/process.ts';
import type { Chan } from '../sim/chan.ts';
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

/** A port that somebody listens on. */
export interface Listener {
  readonly address: string;
}

export interface OSSettings {
  /** The command line; the first word is the name of the program. */
  readonly args: readonly string[];
  /** What requests and the trace call this process; the first word of the command line if left out. */
  readonly name?: string;
  /** Leads from the process to a server. */
  readonly dial?: (host: string) => Transport;
  /** Leads from the process to other servers of HTTP; without it none can be reached. */
  readonly http?: RoundTripper;
  readonly hostname?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Texts of files, by path: of a machine, or its own. */
  readonly files?: Map<string, string> | Readonly<Record<string, string>>;
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
  readonly name: string;
  readonly hostname: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: Map<string, string>;
  readonly stdout: Writer;
  readonly stderr: Writer;
  readonly http: RoundTripper | undefined;
  /** Set when the program ended by itself. */
  exitCode: number | undefined;
  readonly #dial: ((host: string) => Transport) | undefined;
  readonly #listeners: Listener[] = [];
  readonly #notified = new Notified();

  constructor(sim: Sim, settings: OSSettings) {
    this.sim = sim;
    this.args = settings.args;
    this.name = settings.name ?? settings.args[0] ?? '';
    this.#dial = settings.dial;
    this.http = settings.http;
    this.hostname = settings.hostname ?? settings.args[0] ?? '';
    this.env = settings.env ?? {};
    const { files = {} } = settings;
    this.files = files instanceof Map ? files : new Map(Object.entries(files));
    this.stdout = settings.stdout ?? new Buffer();
    this.stderr = settings.stderr ?? new Buffer();
  }

  /** The way to a server. A process of no network is one of a test, which asks nobody. */
  dial(host: string): Transport {
    if (this.#dial) return this.#dial(host);
    const nowhere = (): never => {
      throw new Error(`${this.name} asks ${host}: expected a network in its OS, found none`);
    };
    return { do: nowhere, watch: nowhere };
  }

  /** Takes a port. An error says that somebody has it; 0.0.0.0 and :: stand for every address. */
  listen(network: string, address: string): readonly [Listener, undefined] | readonly [undefined, Error] {
    const portOf = (text: string): string => text.slice(text.lastIndexOf(':') + 1);
    const everywhere = /^(0\.0\.0\.0|\[::\]):/;
    const taken = this.#listeners.some(
      (each) =>
        each.address === address ||
        (portOf(each.address) === portOf(address) &&
          (everywhere.test(each.address) || everywhere.test(address))),
    );
    if (taken) return [undefined, new Error(`listen ${network} ${address}: bind: address already in use`)];
    const listener = { address };
    this.#listeners.push(listener);
    return [listener, undefined];
  }

  /** Every port that the program listens on. */
  listeners(): readonly Listener[] {
    return this.#listeners;
  }

  /** These signals go to the channel from now on, and no longer end the program. */
  notify(c: Chan<Signal>, ...signals: readonly Signal[]): void {
    this.#notified.add(c, signals);
  }

  /** Somebody sends the program a signal. One that it does not ask for ends it: that is what the system does by itself. */
  kill(signal: Signal): void {
    if (this.#notified.send(signal)) return;
    this.exitCode = exitCodeOf(signal);
    this.sim.crash(this.name);
  }

  /**
   * Ends the program at once: every process of its group is dropped, and nothing that was put off to the end happens.
   * `why` is for those who read along; the program has said it already.
   */
  *exit(code: number, _why = ''): Blocking<never> {
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

/** What Go says of a file that is not there. */
export const missingFile = (file: string): Error => new Error(`open ${file}: no such file or directory`);
