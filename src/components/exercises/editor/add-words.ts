/** Puts a sentence into an element: what stands between backticks is code, everything else is text. */
export function addWords(element: HTMLElement, words: string): void {
  for (const [at, part] of words.split('`').entries()) {
    if (at % 2 === 0) {
      element.append(part);
      continue;
    }
    const code = document.createElement('code');
    code.textContent = part;
    element.append(code);
  }
}
