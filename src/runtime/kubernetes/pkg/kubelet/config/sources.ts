/** Whether all sources have been heard, given those that were seen. */
// Mirrors: pkg/kubelet/config/sources.go#SourcesReadyFn
export type SourcesReadyFn = (sourcesSeen: ReadonlySet<string>) => boolean;

/** Keeps which sources of pods were seen, and says whether those are all. */
// Mirrors: pkg/kubelet/config/sources.go#SourcesReady
export interface SourcesReady {
  addSource(source: string): void;
  allReady(): boolean;
}

// Mirrors: pkg/kubelet/config/sources.go#sourcesImpl
class SourcesImpl implements SourcesReady {
  readonly #sourcesSeen = new Set<string>();
  readonly #sourcesReadyFn: SourcesReadyFn;

  constructor(sourcesReadyFn: SourcesReadyFn) {
    this.#sourcesReadyFn = sourcesReadyFn;
  }

  // Mirrors: pkg/kubelet/config/sources.go#sourcesImpl.AddSource
  addSource(source: string): void {
    this.#sourcesSeen.add(source);
  }

  // Mirrors: pkg/kubelet/config/sources.go#sourcesImpl.AllReady
  allReady(): boolean {
    return this.#sourcesReadyFn(this.#sourcesSeen);
  }
}

// Mirrors: pkg/kubelet/config/sources.go#NewSourcesReady
export function newSourcesReady(sourcesReadyFn: SourcesReadyFn): SourcesReady {
  return new SourcesImpl(sourcesReadyFn);
}
