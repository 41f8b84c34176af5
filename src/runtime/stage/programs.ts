import type { Event } from './events.ts';
import type { Observer } from './observer.ts';
import { forgetTables, showTable } from './tables.ts';
import type { ProgramState, Trace } from './world.ts';
import { type Signal, exitCodeOf } from '../go/signal.ts';
import { Clock } from '../sim/clock.ts';
import { type Blocking, noCause, withCause } from '../sim/process.ts';
import { mapGet, mapSet } from '../sim/pmap.ts';
import type { Sim } from '../sim/sim.ts';
import { type HTTPHandler, type HTTPRequest, type Peers, ProgramHost } from './host.ts';
import { Machine } from './machine.ts';
import type { Program } from './program.ts';
import type { Stage } from './stage.ts';
import type { Settings } from './settings.ts';

/** What somebody asks of a program, at its first port if none is said. */
type Ask = Omit<HTTPRequest, 'port'> & Partial<HTTPRequest>;

type ProgramEvent = Extract<Event, { readonly kind: `program.${string}` | 'http.response' }>;

/** Lines of a program's output that are kept for readers. */
const mostLines = 400;

/** The programs of a cluster: what runs, by which clock, and how it begins and ends. */
export class Programs implements Peers {
  readonly #sim: Sim;
  readonly #stage: Stage;
  readonly #settings: Settings;
  readonly #observer: Observer | undefined;
  readonly #all: Map<string, Program>;
  readonly #running = new Map<string, ProgramHost>();
  readonly #clocks = new Map<string, Clock>();
  /** By name: they stay when programs end. */
  readonly #machines = new Map<string, Machine>();
  /** When each pause ends. */
  readonly #pausedUntil = new Map<string, number>();

  constructor(stage: Stage, observer: Observer | undefined) {
    const { sim, settings, plane } = stage;
    this.#sim = sim;
    this.#stage = stage;
    this.#settings = settings;
    this.#observer = observer;
    this.#all = new Map(plane.programsOf(settings).map((program) => [program.name, program]));
  }

  get names(): readonly string[] {
    return [...this.#all.keys()];
  }

  /** The names of those that only stand in for others. */
  get standIns(): readonly string[] {
    return [...this.#all.values()].flatMap(({ name, standIn }) => (standIn ? name : []));
  }

  get latencyMs(): number {
    return this.#settings.latencyMs;
  }

  handlerOf(name: string, port: number): HTTPHandler | undefined {
    return this.#running.get(name)?.handlerOf(port);
  }

  get(name: string): Program | undefined {
    return this.#all.get(name);
  }

  /** One more program, which is not started yet. Its name is its own. */
  add(program: Program): void {
    this.#all.set(program.name, program);
    this.#show(program.name, {});
  }

  isRunning(name: string): boolean {
    return this.#running.has(name);
  }

  /** Starts all but those that the settings leave to an act. */
  startAll(): void {
    for (const name of this.names) this.#show(name, {});
    for (const name of this.names) if (!this.#settings.idle.includes(name)) this.start(name);
  }

  /** Its command line is `args`, else that of the settings, else its own. */
  start(name: string, args?: readonly string[]): void {
    const program = this.#all.get(name);
    if (!program) throw new RangeError(`no program ${name}; there are ${this.names.join(', ')}`);
    const host = new ProgramHost({
      name,
      args: args ?? this.#settings.args[name] ?? program.args ?? [],
      sim: this.#sim,
      clock: this.clockOf(name),
      machine: this.#machineOf(program),
      part: (part) => this.#stage.part(part),
      peers: this,
      exit: (why, code = 1) => this.#exit(name, why, code),
      print: (text, stream) => this.#print(name, text, stream),
      onListen: () => this.#show(name, { ports: host.ports }),
    });
    this.#running.set(name, host);
    this.#show(name, { state: 'running', args: host.args, ports: [] });
    if (this.#trace) forgetTables(this.#trace, name);
    const told = host.args.length > 0 ? { args: host.args } : {};
    withCause(this.#note({ kind: 'program.start', program: name, ...told }), () =>
      this.#sim.go(name, mainOf(program, host), name),
    );
  }

  /** The program is gone between two of its instructions: nothing is cleaned up, and its connections end. */
  crash(name: string): void {
    this.#end(name, 'crashed');
    if (this.#trace) forgetTables(this.#trace, name);
    this.#note({ kind: 'program.crash', program: name });
    this.#disconnect(name);
  }

  /** Sends a signal. A program that does not care for it ends by it. */
  signal(name: string, signal: Signal): void {
    if (!this.#running.get(name)?.signal(signal)) this.#ended(name, signal, exitCodeOf(signal));
  }

  /** Lets the program stand still for so long, as a machine does that is out of breath; time goes on. */
  pause(name: string, forMs: number): void {
    const until = Math.max(this.#sim.now + forMs, this.#pausedUntil.get(name) ?? 0);
    this.#pausedUntil.set(name, until);
    this.#sim.pause(name);
    this.#show(name, { state: 'paused' });
    this.#note({ kind: 'program.pause', program: name, forMs });
    this.#sim.after(forMs, () => {
      if (this.#pausedUntil.get(name) !== until || this.#sim.now < until) return;
      this.#pausedUntil.delete(name);
      this.#show(name, { state: 'running' });
      this.#note({ kind: 'program.resume', program: name });
      this.#sim.resume(name);
    });
  }

  /** The clock of the machine on which a program runs; it goes on when the program does not. */
  clockOf(name: string): Clock {
    const clock = this.#clocks.get(name) ?? new Clock(this.#sim);
    this.#clocks.set(name, clock);
    return clock;
  }

  #machineOf({ name, machine = name }: Program): Machine {
    const known = this.#machines.get(machine) ?? new Machine();
    this.#machines.set(machine, known);
    return known;
  }

  /** Asks a program over HTTP, at its first port if none is said. An error if nobody listens there. */
  request(name: string, { path, port, token }: Ask): Error | undefined {
    const host = this.#running.get(name);
    const to = port ?? host?.ports[0];
    const handler = to === undefined ? undefined : host?.handlerOf(to);
    if (to === undefined || !handler) {
      const at = port === undefined ? '' : `:${port}`;
      return new Error(`connection refused: nothing of ${name}${at} listens`);
    }
    const request = { path, port: to, token };
    this.#sim.go(`${name}/http`, this.#answer(name, request, handler(request)), name);
    return undefined;
  }

  *#answer(
    program: string,
    { path, port }: HTTPRequest,
    response: Blocking<{ readonly status: number; readonly body: string }>,
  ): Blocking<void> {
    const { status, body } = yield* response;
    this.#showLines(`${program}/http`, 'The last answer over HTTP', `GET ${path}: ${status}\n${body}`);
    this.#note({ kind: 'http.response', program, port, path, status, body });
  }

  *#exit(name: string, why: string, code: number): Blocking<never> {
    this.#ended(name, why, code);
    for (;;) yield { kind: 'wait-group', on: 'nothing', enlist() {} };
  }

  #disconnect(name: string): void {
    for (const part of this.#stage.parts) part.disconnect?.(name);
  }

  #ended(name: string, why: string, code: number): void {
    this.#end(name, 'done');
    this.#note({ kind: 'program.exit', program: name, why, code });
    this.#disconnect(name);
  }

  #end(name: string, state: 'crashed' | 'done'): void {
    this.#sim.crash(name, state);
    this.#running.delete(name);
    for (const machine of this.#machines.values()) machine.close(name);
    this.#pausedUntil.delete(name);
    this.#show(name, { state: 'ended', ports: [] });
    this.#observer?.forget(name);
  }

  #print(program: string, text: string, stream: 'stdout' | 'stderr'): void {
    this.#showLines(`${program}/output`, 'Output', text, true);
    this.#note({ kind: 'program.output', program, stream, text });
  }

  /** Lines as a table, behind those that it has already or in their place. They stay to be read when the program has ended. */
  #showLines(key: string, title: string, text: string, behind = false): void {
    if (!this.#trace) return;
    const { rows: known = [] } = (behind && mapGet(this.#trace.world.tables, key)) || {};
    const last = Number(known.at(-1)?.name ?? 0);
    const lines = text.replace(/\n$/, '').split('\n');
    const more = lines.map((line, i) => ({ name: String(last + 1 + i), cells: [line] }));
    const rows = [...known, ...more].slice(-mostLines);
    showTable(this.#trace, key, { title, columns: ['Line', 'Text'], rows });
  }

  #show(name: string, changed: Partial<ProgramState>): void {
    if (!this.#trace) return;
    const { programs } = this.#trace.world;
    const idle: ProgramState = { state: 'idle', args: [], ports: [] };
    const state = { ...(mapGet(programs, name) ?? idle), ...changed };
    this.#trace.change('programs', mapSet(programs, name, state));
  }

  get #trace(): Trace | undefined {
    return this.#sim.trace as Trace | undefined;
  }

  #note(event: ProgramEvent): number {
    return this.#trace?.record(event) ?? noCause;
  }
}

function* mainOf(program: Program, host: ProgramHost): Blocking<void> {
  yield* program.main(host);
  yield* host.exit('', 0);
}
