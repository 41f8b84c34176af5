/** `a=1,b`: the label a with the value 1, and b with an empty one. */
export function labels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0], pair.split('=')[1] ?? '']));
}

/** `a=1,2 & b!=3 & c & !d`: In, NotIn, Exists, DoesNotExist. */
export function selector(text: string) {
  const matchExpressions = text.split('&').map((requirement) => {
    const [, not, key = '', negated, values] =
      /^\s*(!?)([^!=\s]+)(!)?(?:=(\S*))?\s*$/.exec(requirement) ?? [];
    if (values !== undefined) return { key, operator: negated ? 'NotIn' : 'In', values: values.split(',') };
    return { key, operator: not ? 'DoesNotExist' : 'Exists' };
  });
  return { matchExpressions };
}
