import type { Result } from '../runtime/go/result.ts';
import type { Entry } from '../runtime/stage/world.ts';
import { type Recording, entryAt } from './recording.ts';
import { entryMatches, select } from './select.ts';
import { type Selector, parseSelector } from './selector.ts';

/** Where a reader wants to stop. Plain data, for share links. */
export type Breakpoint =
  /** `selector.ts` has the language. Without a position every event that matches is a stop, not only the first. */
  | { readonly kind: 'selector'; readonly selector: string }
  /** A line of code; also events that happen while the line runs. `file` may be the last part of the path. */
  | { readonly kind: 'line'; readonly file: string; readonly line: number };

/** Tells whether an entry is a stop. */
export type Stops = (entry: Entry) => boolean;

/** A breakpoint as a predicate over one recording's entries, or why its selector cannot be read. */
export function breakpointStops(recording: Recording, breakpoint: Breakpoint): Result<Stops> {
  switch (breakpoint.kind) {
    case 'selector': {
      const [selector, problem] = parseSelector(breakpoint.selector);
      return problem ? [undefined, problem] : [selectorStops(recording, selector), undefined];
    }
    case 'line':
      return [(entry) => standsAt(entry, breakpoint.file, breakpoint.line), undefined];
    default:
      return breakpoint satisfies never;
  }
}

function selectorStops(recording: Recording, selector: Selector): Stops {
  if (selector.positioned) {
    const [only] = select(recording, selector);
    return ({ index }) => index === only;
  }
  let from = 0;
  if (selector.after) {
    const [start] = select(recording, selector.after);
    from = start === undefined ? Infinity : start + 1;
  }
  return (entry) => entry.index >= from && entryMatches(recording, entryAt(recording, entry.index), selector);
}

function standsAt({ event, anchor }: Entry, file: string, line: number): boolean {
  const at = event.kind === 'line' ? event : anchor;
  return at?.line === line && (at.file === file || at.file.endsWith(`/${file}`));
}
