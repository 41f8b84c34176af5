/** What the mirrored code needs of errors of Go's `os`. */

/** What the system says when a call on a file fails. */
const texts = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file exists',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory',
  EISDIR: 'is a directory',
} as const;

/** `os.PathError`: which call, on which path, and what the system said. */
export class PathError extends Error {
  override readonly name = 'PathError';
  readonly code: keyof typeof texts;

  constructor(op: string, path: string, code: keyof typeof texts) {
    super(`${op} ${path}: ${texts[code]}`);
    this.code = code;
  }
}

/** `os.IsNotExist` */
export function isNotExist(err: Error | undefined): boolean {
  return err instanceof PathError && err.code === 'ENOENT';
}
