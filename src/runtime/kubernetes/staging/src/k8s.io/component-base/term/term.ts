import type { Writer } from '../../../../../../go/os.ts';

/** How many columns the terminal behind a writer has; an error if there is none. */
// Mirrors: staging/src/k8s.io/component-base/term/term.go#TerminalSize
export function terminalSize(writer: Writer): readonly [columns: number, error: Error | undefined] {
  if (writer.columns === undefined) return [0, new Error('given writer is no terminal')];
  return [writer.columns, undefined];
}
