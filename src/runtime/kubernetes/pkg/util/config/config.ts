import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { neverStop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';

/** Takes what a source says into what all of them said. */
// Mirrors: pkg/util/config/config.go#Merger
export interface Merger<T> {
  merge(source: string, update: T): Blocking<void>;
}

/** Merges what comes over several channels, one update of a source after the other. */
// Mirrors: pkg/util/config/config.go#Mux
export class Mux<T> {
  readonly #sim: Sim;
  readonly #merger: Merger<T>;
  readonly #sources = new Map<string, Chan<T>>();

  constructor(sim: Sim, merger: Merger<T>) {
    this.#sim = sim;
    this.#merger = merger;
  }

  /** The channel of a source, which is made, and listened to, when it is first asked for. */
  // Mirrors: pkg/util/config/config.go#Mux.Channel
  channel(source: string): Chan<T> {
    if (source === '') throw new Error('Channel given an empty name');
    const channel = this.#sources.get(source);
    if (channel) return channel;
    const newChannel = new Chan<T>(`updates from ${source}`);
    this.#sources.set(source, newChannel);
    const listen = (): Blocking<void> => this.#listen(source, newChannel);
    this.#sim.go(`config/${source}`, until(this.#sim, listen, 0, neverStop));
    return newChannel;
  }

  // Mirrors: pkg/util/config/config.go#Mux.listen
  *#listen(source: string, listenChannel: Chan<T>): Blocking<void> {
    for (;;) {
      const [update, ok] = yield* listenChannel.receive();
      if (!ok) return;
      yield* this.#merger.merge(source, update);
    }
  }
}
