/** What a key does while the focus is inside a Scope. */
export type Command =
  | 'forward'
  | 'back'
  | 'forward more'
  | 'back more'
  | 'start'
  | 'end'
  | 'play'
  | 'slower'
  | 'faster'
  | 'breakpoint'
  | 'why'
  | 'text'
  | 'next passage'
  | 'previous passage'
  | 'fold'
  | 'follow'
  | 'present'
  | 'help';

/** The part of a KeyboardEvent that counts. */
export interface Key {
  readonly key: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
}

const commands: Readonly<Record<string, Command>> = {
  ArrowRight: 'forward',
  ArrowLeft: 'back',
  Home: 'start',
  End: 'end',
  ' ': 'play',
  '[': 'slower',
  ']': 'faster',
  b: 'breakpoint',
  w: 'why',
  t: 'text',
  n: 'next passage',
  p: 'previous passage',
  o: 'fold',
  r: 'follow',
  f: 'present',
  '?': 'help',
};

/** Elements in which keys already mean something else. */
const typing = /^(INPUT|TEXTAREA|SELECT)$/;
/** Elements that take Space themselves. */
const pressed = /^(BUTTON|A|SUMMARY)$/;

/**
 * The command of a key, or undefined where it is not ours: with Ctrl, Alt or Meta, in a field,
 * or Space on something that Space presses.
 */
export function commandOf(
  key: Key,
  target: {
    readonly tagName?: string;
    readonly isContentEditable?: boolean;
    readonly role?: string | null;
  } = {},
): Command | undefined {
  if (key.ctrlKey || key.altKey || key.metaKey) return undefined;
  const tag = target.tagName?.toUpperCase() ?? '';
  if (typing.test(tag) || target.isContentEditable) return undefined;
  const takesSpace = pressed.test(tag) || target.role === 'button';
  if (key.key === ' ' && takesSpace) return undefined;
  const command = commands[key.key];
  if (key.shiftKey && command === 'forward') return 'forward more';
  if (key.shiftKey && command === 'back') return 'back more';
  if (key.shiftKey && command !== 'help') return undefined;
  return command;
}
