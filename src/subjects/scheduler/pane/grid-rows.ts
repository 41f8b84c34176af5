export interface GridColumn {
  readonly key: string;
  readonly label: string;
  /** `mark`: one sign, under a name that stands upright; `number`: the same, for a number; `amount`: under one that lies. */
  readonly as: 'mark' | 'number' | 'amount' | 'text';
  /** Says the same of all nodes: left out where there is little room. */
  readonly same?: boolean;
}

export interface GridCell {
  readonly text: string;
  /** For those who do not see the sign, in place of the text. */
  readonly says?: string;
  readonly tone?: 'good' | 'bad' | 'dim' | 'best';
  /** How full a bar in the cell is, from 0 to 1. */
  readonly bar?: number;
  /** How much fuller it would be. */
  readonly more?: number;
}

export interface GridRow {
  readonly name: string;
  readonly cells: readonly GridCell[];
  readonly tone?: 'chosen' | 'out';
  readonly changed?: boolean;
}

/** The rows of a table by their place, made when they are in sight. */
export interface GridRows {
  readonly count: number;
  readonly row: (place: number) => GridRow;
  /** Opens what stands behind a cell. */
  readonly onOpen?: (place: number, column: number) => void;
}

/** Those rows whose names hold a text. */
export function rowsNamed({ count, row, onOpen }: GridRows, text: string): GridRows {
  const places = Array.from({ length: count }, (_, place) => place).filter((place) =>
    row(place).name.includes(text),
  );
  const placeOf = (shown: number): number => places[shown] ?? 0;
  return {
    count: places.length,
    row: (shown) => row(placeOf(shown)),
    onOpen: (shown, column) => onOpen?.(placeOf(shown), column),
  };
}
