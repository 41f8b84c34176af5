/** Keys of what the API server and the kubelet write into objects, and of what runs in a container: no scheduler reads them. */
const keys = [
  'managedFields',
  'conditions',
  'containerStatuses',
  'initContainerStatuses',
  'env',
  'envFrom',
  'volumeMounts',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'nodeInfo',
  'addresses',
  'daemonEndpoints',
  'securityContext',
  'command',
  'args',
  'podIPs',
];
const noise = new RegExp(`^( *)(- )?(${keys.join('|')}):\\s*$`);

/**
 * Empties the lines below such keys in YAML as kubectl writes it: most of a dump, and slow to read. The number of lines
 * stays the same, so that places do.
 */
export function blankNoise(lines: string[]): void {
  for (let i = 0; i < lines.length; i++) {
    const found = noise.exec(lines[i] ?? '');
    if (!found) continue;
    const column = (found[1] ?? '').length + (found[2] ?? '').length;
    while (i + 1 < lines.length && isBelow(lines[i + 1] ?? '', column)) {
      i++;
      lines[i] = '';
    }
  }
}

/** True for a line that belongs to a key in this column: further in, or an item of the list that it is. */
function isBelow(line: string, column: number): boolean {
  const at = line.search(/\S/);
  return at < 0 || at > column || (at === column && line.startsWith('- ', at));
}
