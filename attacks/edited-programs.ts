/** Code that somebody puts into an edited controller, to get out of the worker that runs it. */
export interface EditedProgram {
  readonly name: string;
  /** Put before the first statement of `syncReplicaSet`, where `key` is, and `this` is the controller. */
  readonly inSync?: string;
  /** Put behind the module: it runs once, as it is loaded. */
  readonly atLoad?: string;
}

/** What it would do to the page. */
const deeds = ['stolen = 1', 'localStorage.stolen = 1', 'document.title = "stolen"', 'fetch("/stolen")'];
const script = `<script>${deeds.map((deed) => `parent.${deed}`).join('; ')}</script>`;

/** An object that passes for an element of a page where it comes by a structured clone; drawn, it would take over the page. */
const element = `const E: any = { type: 'iframe', props: { srcdoc: '${script}' }, key: undefined, ref: undefined,
  constructor: undefined, __k: null, __: null, __b: 0, __e: null, __c: null, __v: -1, __i: -1, __u: 0 };`;

/** Puts the element where `entry`, a copy of the last entry of the trace, has something else. */
const forging = (entry: string): string => `${element}
  const trace: any = this.#sim.trace; const last = trace.entries.at(-1);
  trace.entries.push({ ...last, index: trace.entries.length, ${entry} });`;

const inTrace = (name: string, entry: string): EditedProgram => ({ name, inSync: forging(entry) });

/** What the page asked first is number 1, so a forged answer may bear any of these. */
const sendAll = (send: string): string => `for (let id = -1; id < 20; id++) { ${send} }`;

export const programs: readonly EditedProgram[] = [
  inTrace(
    'an element as a local value',
    `event: { kind: 'line', file: 'a.ts', line: 1, function: 'f', depth: 0, locals: { x: E } }`,
  ),
  inTrace(
    'an element as the name of a function',
    `event: { kind: 'line', file: 'a.ts', line: 1, function: E, depth: 0, locals: {} }`,
  ),
  inTrace(
    'an element as a key',
    `event: { kind: 'workqueue.add', queue: 'replicaset', key: E, merged: false }`,
  ),
  inTrace('an element as a message', `event: { kind: 'stand-in', program: 'kubelet', key: 'a', text: E }`),
  inTrace('an element as an event', `event: E`),
  inTrace('an element as an anchor', `anchor: { file: E, symbol: E, line: 1 }`),
  inTrace('an element as the time', `at: E`),
  inTrace('a kind that every object has', `event: { kind: 'constructor', key: 'a' }`),
  inTrace(
    'an element in a table',
    `world: { ...last.world, tables: { size: 1, root: { key: 'kcm/a', value: { title: E, columns: [E], rows: [{ name: E, cells: [E] }] } } } }`,
  ),
  inTrace(
    'an element as an object of the store',
    `world: { ...last.world, store: { ...last.world.store, objects: { size: 1, root: { key: 'pods/default/a', value: E } } } }`,
  ),
  inTrace(
    'an element as a fault',
    `world: { ...last.world, faults: { size: 1, root: { key: 'a', value: E } } }`,
  ),
  inTrace('an element in a Map', `world: { ...last.world, faults: new Map([[E, E]]) }`),
  inTrace('an element in a Set', `world: { ...last.world, processes: new Set([E]) }`),
  inTrace(
    'a getter that gives another thing each time',
    `event: { kind: 'stand-in', program: 'a', key: 'a', get text() { return (globalThis as any).n++ % 2 ? 'a' : E; } }`,
  ),
  inTrace(
    'a getter that sends',
    `event: { kind: 'stand-in', program: 'a', key: 'a', get text(): string { (globalThis as any).postMessage(E); return 'a'; } }`,
  ),
  inTrace('a Proxy', `event: new Proxy(last.event, { get: (o: any, k) => (k === 'kind' ? o.kind : E) })`),
  inTrace('an entry that holds itself', `event: trace.entries`),
  {
    name: 'an element as the name of a process',
    inSync: `${element} (this.#sim.trace as any).processes[0] = { id: 0, name: E, group: E };`,
  },
  { name: 'an element put into the queue', inSync: `${element} this.#queue.add(E);` },
  {
    name: 'an element as the name of a goroutine',
    inSync: `${element} this.#sim.go(E, (function* () {})());`,
  },
  { name: 'an element that is thrown', inSync: `${element} throw E;` },
  {
    name: 'an element as the message of an error',
    inSync: `${element} throw Object.assign(new Error('a'), { message: E, stack: E });`,
  },
  { name: 'an element thrown at loading', atLoad: `${element} throw E;` },
  {
    name: 'a forged answer by postMessage',
    atLoad: `${element} ${sendAll('(globalThis as any).postMessage({ id, value: E }); (globalThis as any).postMessage({ id, problem: E });')}`,
  },
  {
    name: 'another postMessage',
    atLoad: `${element} (globalThis as any).postMessage = () => E; Object.defineProperty(globalThis, 'postMessage', { get: () => () => E });`,
  },
  {
    name: 'a message with a port',
    inSync: `${element} const { port1 } = new (globalThis as any).MessageChannel(); (globalThis as any).postMessage({ id: 1, value: E, port1 }, [port1]);`,
  },
  {
    name: 'a listener for what the page asks',
    atLoad: `(globalThis as any).addEventListener('message', () => (globalThis as any).postMessage(0)); (globalThis as any).onmessage = () => 0;`,
  },
  {
    name: 'a flood of messages',
    atLoad: `for (let i = 0; i < 100000; i++) (globalThis as any).postMessage({ id: -1 });`,
  },
  {
    name: 'a flood of null',
    atLoad: `for (let i = 0; i < 1000; i++) (globalThis as any).postMessage(null);`,
  },
  {
    name: 'a flood of lines for the console',
    atLoad: `for (let i = 0; i < 30000; i++) (globalThis as any).console.log(i);`,
  },
  {
    name: 'another way to wait for a promise',
    atLoad: `${element} const then = Promise.prototype.then; (Promise.prototype as any).then = function (f: any, g: any) { return then.call(this, (v: any) => f?.({ ...v, recording: E }), g); };`,
  },
  {
    name: 'another constructor of promises',
    atLoad: `(Promise.prototype as any).constructor = class { constructor(run: any) { run((v: any) => (globalThis as any).postMessage(v)); } };`,
  },
  {
    name: 'other ways to list and to copy',
    atLoad: `${element} (Array.prototype as any).push = function () { return E; }; (Object as any).keys = () => ['constructor']; (Array.prototype as any)[Symbol.iterator] = function* () { yield E; };`,
  },
  {
    name: 'fields that every object has',
    atLoad: `${element} (Object.prototype as any).value = E; (Object.prototype as any).props = E.props; (Object.prototype as any).constructor = undefined;`,
  },
  {
    name: 'another way to read texts',
    atLoad: `(String.prototype as any).replace = () => 'import("/stolen")'; (RegExp.prototype as any).exec = () => null; (JSON as any).stringify = () => '0';`,
  },
  {
    name: 'a request to another site',
    atLoad: `void (globalThis as any).fetch?.('http://127.0.0.1:9/stolen'); (globalThis as any).fetch('/stolen');`,
  },
  {
    name: 'requests of other kinds',
    atLoad: `for (const n of ['XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'Worker', 'SharedWorker']) try { new (globalThis as any)[n]('ws://127.0.0.1:9/stolen'); } catch {} (globalThis as any).importScripts('/stolen.js');`,
  },
  { name: 'an import that waits', inSync: `void import('/stolen.js');` },
  { name: 'an import of data', atLoad: `export const a = import('data:text/javascript,postMessage(1)');` },
  {
    name: 'code made from text',
    atLoad: `const F: any = (() => 0).constructor; F('return import("/stolen")')();`,
  },
  {
    name: 'code made from text by a generator',
    atLoad: `const F: any = Object.getPrototypeOf(function* () {}).constructor; [...F('yield fetch("/stolen")')()];`,
  },
  { name: 'eval', atLoad: `(0, eval)('fetch("/stolen")');` },
  {
    name: 'what prepares stacks',
    inSync: `(Error as any).prepareStackTrace = (_: any, sites: any[]) => sites.map((s) => s.getFunction?.() ?? s.getThis?.()); for (const f of (new Error().stack as any) ?? []) { f?.postMessage?.('out'); f?.constructor?.('return fetch("/stolen")')(); }`,
  },
  {
    name: 'the one who calls',
    inSync: `(function f(this: any) { (f as any).caller?.('x'); (arguments as any).callee?.caller?.('x'); })();`,
  },
  { name: 'a loop without end', inSync: `for (;;);` },
  {
    name: 'a generator that is never done, read as a list',
    inSync: `[...{ [Symbol.iterator]() { return { next: () => ({ done: false, value: 1 }) }; } } as any];`,
  },
  { name: 'a regular expression that takes for ever', inSync: `/^(a+)+$/.test('a'.repeat(60) + 'b');` },
  { name: 'an error of five megabytes', inSync: `throw new Error('x'.repeat(5_000_000));` },
  {
    name: 'a text of fifty megabytes in the trace',
    inSync: forging(`event: { kind: 'stand-in', program: 'a', key: 'a', text: 'x'.repeat(250_000_000) }`),
  },
  {
    name: 'waiting for what never comes',
    inSync: `(globalThis as any).Atomics?.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
  },
];
