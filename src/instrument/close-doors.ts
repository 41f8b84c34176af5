/** What the language itself has. Everything else of a worker leads out of it, or fills the page with messages. */
export const languageNames: ReadonlySet<string> = new Set(
  (
    'globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
    'escape unescape AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError ' +
    'FinalizationRegistry Float16Array Float32Array Float64Array Int16Array Int32Array Int8Array Iterator JSON Map Math Number Object ' +
    'Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError TypeError ' +
    'URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet Intl structuredClone'
  ).split(' '),
);

/**
 * Takes everything from a worker that leads out of it: the network, storage, other workers, timers, and the making of
 * code from text. Code that somebody sent in a link runs here. What has to send keeps its means of sending from before.
 */
export function closeDoors(scope: object): void {
  const close = (owner: object, name: PropertyKey): void => {
    try {
      Object.defineProperty(owner, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // What a browser does not let us delete, such as `self`, leads to nothing but this scope.
    }
  };
  for (
    let owner: object | null = scope;
    owner && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(owner)) if (!languageNames.has(name)) close(owner, name);
  }
  // Every function knows the one that makes functions from text, whatever it is called.
  for (const one of [function () {}, function* () {}, async () => {}, async function* () {}]) {
    close(Object.getPrototypeOf(one) as object, 'constructor');
  }
}
