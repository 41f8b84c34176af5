const enums: Readonly<Record<string, readonly string[]>> = {
  protocol: ['TCP', 'UDP', 'SCTP'],
  network: ['POD', 'CONTAINER', 'NODE', 'TARGET'],
  pid: ['POD', 'CONTAINER', 'NODE', 'TARGET'],
  ipc: ['POD', 'CONTAINER', 'NODE', 'TARGET'],
  profileType: ['RuntimeDefault', 'Unconfined', 'Localhost'],
  propagation: ['PROPAGATION_PRIVATE', 'PROPAGATION_HOST_TO_CONTAINER', 'PROPAGATION_BIDIRECTIONAL'],
};

const maps = ['labels', 'annotations', 'sysctls', 'labelSelector'];

const snake = (name: string): string =>
  name.replace(/(?:Us|S)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A message of the CRI as answers have it: names as in its definition, without units, and enums as numbers. */
export function criJSON(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(criJSON);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const known = enums[name];
    if (known && typeof member === 'string') return [snake(name), known.indexOf(member)];
    return [snake(name), maps.includes(name) ? member : criJSON(member)];
  });
  return Object.fromEntries(members);
}
