/**
 * What the mirrored code needs of Go's `encoding/json` where the very bytes count: members in the order of the struct's fields, and what
 * its tags say of empty ones.
 */

/** How values of a type of Go are written. A value that is not there is the zero value of its type. */
export interface Kind {
  /** Whether a field with `omitempty` is left out. */
  isEmpty(value: unknown): boolean;
  write(value: unknown): string;
}

const given = (value: unknown): boolean => value !== undefined && value !== null;

export const text: Kind = {
  isEmpty: (value) => !given(value) || value === '',
  write: (value) => quoted(given(value) ? String(value) : ''),
};

export const whole: Kind = {
  isEmpty: (value) => !given(value) || value === 0,
  write: (value) => String(given(value) ? value : 0),
};

export const truth: Kind = {
  isEmpty: (value) => value !== true,
  write: (value) => String(value === true),
};

/** A number or a text, as `intstr.IntOrString`: a struct, which is never left out. */
export const numberOrText: Kind = {
  isEmpty: () => false,
  write: (value) => (typeof value === 'string' ? quoted(value) : whole.write(value)),
};

/** A pointer: it is left out where it points at nothing, not where it points at a zero value. */
export const pointer = (to: Kind): Kind => ({
  isEmpty: (value) => !given(value),
  write: (value) => (given(value) ? to.write(value) : 'null'),
});

export const list = (of: Kind): Kind => ({
  isEmpty: (value) => !Array.isArray(value) || value.length === 0,
  write: (value) => (Array.isArray(value) ? `[${value.map(of.write).join(',')}]` : 'null'),
});

/** A map by text. Its members are in the order of their names. */
export const map = (of: Kind): Kind => ({
  isEmpty: (value) => !given(value) || Object.keys(value as object).length === 0,
  write(value) {
    if (!given(value)) return 'null';
    const entries = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, member]) => `${quoted(name)}:${of.write(member)}`).join(',')}}`;
  },
});

/** A struct with fields that have `omitempty`, but for those that are `always` written. It is never left out itself. */
export const struct = (fields: Readonly<Record<string, Kind>>): Kind => ({
  isEmpty: () => false,
  write(value) {
    const members = (value ?? {}) as Readonly<Record<string, unknown>>;
    const written = Object.entries(fields)
      .filter(([name, kind]) => !kind.isEmpty(members[name]))
      .map(([name, kind]) => `${quoted(name)}:${kind.write(members[name])}`);
    return `{${written.join(',')}}`;
  },
});

/** A field without `omitempty`. */
export const always = (kind: Kind): Kind => ({ ...kind, isEmpty: () => false });

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as Go writes it: fit to stand in HTML. */
function quoted(value: string): string {
  const inner = value.replace(/["\\\p{Cc}<>&\u2028\u2029]|\p{Surrogate}/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (char === '"' || char === '\\') return `\\${char}`;
    if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd';
    if (code >= 0x7f && code < 0xa0) return char;
    return short[char] ?? `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${inner}"`;
}
