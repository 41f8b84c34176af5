/** Gives the focus to what a Scope asks its reader, if it asks anything. True if it does. */
export function focusQuestion(scope: Element): boolean {
  const question = scope.querySelector<HTMLElement>('.edits-asked');
  question?.focus({ preventScroll: true });
  return question !== null;
}

/** Gives the focus to what moves the reader through the run of a Scope. */
export function focusSlider(scope: Element | null): void {
  scope?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
}
