/** Sizes of what is drawn, in units. They stand here, as the places of things follow from them before anything is drawn. */

/** The wide shape fits beside text; the narrow one a phone. */
export const frameWidth = { wide: 760, narrow: 344 } as const;
export const frameHeight = { wide: 400, narrow: 560 } as const;

/** Type: titles, what is said in a part, and names in chips. */
export const titleSize = 12.5;
export const textSize = 11.5;
export const chipSize = 11;
/** The least that is drawn: notes in chips, names of meters. */
export const smallSize = 10.25;

/** From one line of text to the next. */
export const line = 15;
/** What a box keeps free inside, and above its first block. */
export const inset = 9;
export const head = 25;
/** What lies between two blocks. */
export const between = 6;

export const chipHeight = 18;
export const chipGap = 5;
