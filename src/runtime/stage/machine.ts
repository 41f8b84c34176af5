import type { HTTPHandler } from './host.ts';

/** Texts of files by their paths. */
export class Files extends Map<string, string> {
  readonly #watchers = new Set<(path: string) => void>();

  override set(path: string, text: string): this {
    super.set(path, text);
    this.#tell(path);
    return this;
  }

  override delete(path: string): boolean {
    const there = super.delete(path);
    if (there) this.#tell(path);
    return there;
  }

  /** The paths in a directory and in those below it, in order. */
  under(directory: string): readonly string[] {
    return [...this.keys()].filter((path) => path.startsWith(`${directory}/`)).sort();
  }

  /** Calls `changed` for each file that is written or removed from now on. Gives what ends that. */
  watch(changed: (path: string) => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  #tell(path: string): void {
    // Filled by the constructor of Map before there are fields.
    for (const changed of this.#watchers ?? []) changed(path);
  }
}

/** What the programs on one machine share: files, which outlive them, and sockets, which do not. */
export class Machine {
  readonly files = new Files();
  readonly #sockets = new Map<string, { readonly program: string; readonly handler: HTTPHandler }>();

  /** Throws where another program listens at that path: the caller would wait for ever. */
  listen(program: string, path: string, handler: HTTPHandler): void {
    const taken = this.#sockets.get(path);
    if (taken)
      throw new Error(
        `${program}: expected a free socket, found ${path} of ${taken.program}; listen to another`,
      );
    this.#sockets.set(path, { program, handler });
  }

  /** Who answers at a socket; undefined where nobody listens. */
  dial(path: string): HTTPHandler | undefined {
    return this.#sockets.get(path)?.handler;
  }

  /** Takes away what a program listened to. */
  close(program: string): void {
    for (const [path, socket] of this.#sockets) if (socket.program === program) this.#sockets.delete(path);
  }
}
