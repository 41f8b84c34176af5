let said = false;

/** Says at the end of a box why something is not kept, once a page: what the reader does works all the same. */
export function sayNotKept(box: HTMLElement, problem: Error | undefined): void {
  if (!problem || said) return;
  said = true;
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  box.append(words);
  words.textContent = problem.message;
}
