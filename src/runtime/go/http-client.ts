/** The client's half of Go's `net/http`, as far as the mirrored code posts something and reads what comes back. */
import type { Blocking } from '../sim/process.ts';
import { Chan } from '../sim/chan.ts';
import type { Sim } from '../sim/sim.ts';
import type { Timer } from '../sim/timers.ts';
import type { Result } from './result.ts';
import { quote } from './strconv.ts';

/** What came back. */
export interface HTTPResponse {
  readonly statusCode: number;
  readonly body: string;
}

/** Posts a body to a URL. An error where nothing came back, such as `dial tcp 10.0.0.9:80: connect: connection refused`. */
export interface RoundTripper {
  post(url: string, body: string): Blocking<Result<HTTPResponse>>;
}

/** Posts, and gives up after a time. */
export class HTTPClient {
  readonly #sim: Sim;
  readonly #transport: RoundTripper;
  readonly #timeoutMs: number;

  constructor(sim: Sim, transport: RoundTripper, timeoutMs: number) {
    this.#sim = sim;
    this.#transport = transport;
    this.#timeoutMs = timeoutMs;
  }

  /** Errors name the URL, as Go's do. What comes back after the time is dropped. */
  *post(url: string, body: string): Blocking<Result<HTTPResponse>> {
    const answer = new Chan<Result<HTTPResponse>>(`answer of ${url}`, 2);
    const transport = this.#transport;
    this.#sim.go(`post ${url}`, sendInto(answer, transport.post(url, body)));
    const timer: Timer = this.#sim.after(this.#timeoutMs, () => {
      const late = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
      answer.trySend([undefined, new Error(late)]);
    });
    const [[response, err]] = (yield* answer.receive()) as [Result<HTTPResponse>, boolean];
    timer.fire = undefined;
    return err ? [undefined, new Error(`Post ${quote(url)}: ${err.message}`)] : [response, undefined];
  }
}

/** Runs what gives a value, and sends the value. */
export function* sendInto<T>(chan: Chan<T>, getting: Blocking<T>): Blocking<void> {
  chan.trySend(yield* getting);
}
