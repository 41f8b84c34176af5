import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

/** A field of text that is taken a while after nothing more was typed, or at once. */
interface TypedText {
  readonly area: RefObject<HTMLTextAreaElement>;
  /** What the field is to show: what is typed and not taken yet, else what was taken. */
  readonly shown: string;
  /** Takes the text after some ms without another call. */
  take(ms: number): void;
  /** Forgets what is not taken yet. */
  forget(): void;
}

/** `taken` is the text as it was taken last; `onTake` takes another. */
export function useTypedText(taken: string, onTake: (text: string) => void): TypedText {
  const area = useRef<HTMLTextAreaElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const typed = useRef<string | undefined>(undefined);
  const forget = (): void => {
    clearTimeout(pause.current);
    typed.current = undefined;
  };
  return {
    area,
    shown: typed.current ?? taken,
    forget,
    take(ms) {
      clearTimeout(pause.current);
      typed.current = area.current?.value ?? '';
      pause.current = setTimeout(() => {
        const text = typed.current ?? '';
        typed.current = undefined;
        onTake(text);
      }, ms);
    },
  };
}

/** Selects a line of a field, counted from 1, and goes there. */
export function goToLine(box: HTMLTextAreaElement | null, line: number): void {
  if (!box) return;
  const lines = box.value.split('\n');
  const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  box.focus();
  box.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
}
