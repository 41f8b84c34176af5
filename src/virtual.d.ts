declare module 'virtual:editable-runtime' {
  import type { RuntimeFile } from './instrument/edited-runtime.ts';

  /** What it takes to run edits of the files that exercises let readers edit. */
  export const files: readonly RuntimeFile[];
}

declare module 'virtual:editable-plugins' {
  import type { RuntimeFile } from './instrument/edited-runtime.ts';

  /** What it takes to run edits of the plugins of the scheduler. */
  export const files: readonly RuntimeFile[];
}

declare module 'virtual:start-map' {
  import type { Box } from './components/map/boxes.ts';

  /** The start of the controller-manager, from `main` on. */
  export const boxes: readonly Box[];
}

declare module '*&shapes' {
  import type { Shapes } from './gate/shape.ts';

  /** The shapes of the exported type that the query names: './answers.ts?type=Answer&shapes'. */
  export const shapes: Shapes;
}
