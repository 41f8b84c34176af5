/**
 * For `onBeforeInput` of a field: keeps out a text with which the field would hold more than `most` characters, and tells how many it
 * would hold. A text of millions of characters holds up the page as soon as it stands in a field.
 */
export function keepOut(most: number, tell: (characters: number, text: string) => void) {
  return (event: InputEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const text = event.data ?? '';
    const characters = value.length - (selectionEnd - selectionStart) + text.length;
    if (text === '' || characters <= most) return;
    event.preventDefault();
    tell(characters, text);
  };
}
