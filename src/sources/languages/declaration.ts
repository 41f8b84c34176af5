/** Lines of a file: from 1, both included. */
export interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** A name in a file, and the lines that declare it, without the comment above them. */
export interface Declaration extends Lines {
  readonly name: string;
}
