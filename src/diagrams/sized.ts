/** A drawing that tells the style sheet how wide it was drawn. */
export const sized = (drawing: string): string =>
  drawing.replace(/^<svg([^>]*?) width="(\d+)"/, '<svg$1 width="$2" style="--drawn: $2px"');
