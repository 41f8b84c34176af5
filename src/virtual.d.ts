declare module 'virtual:editable-runtime' {
  import type { RuntimeFile } from './instrument/edited-runtime.ts';

  /** What it takes to run edits of the files that exercises let readers edit. */
  export const files: readonly RuntimeFile[];
}
