import type { VNode } from 'preact';

/** A field that narrows a table to the rows whose names have what is typed. */
export function Search({
  label,
  onInput,
}: {
  readonly label: string;
  readonly onInput: (text: string) => void;
}): VNode {
  return (
    <input
      type="search"
      class="lab-search"
      aria-label={label}
      placeholder={label}
      autocomplete="off"
      onInput={({ currentTarget }) => onInput(currentTarget.value.trim())}
    />
  );
}
