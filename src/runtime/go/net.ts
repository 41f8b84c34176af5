/** What the mirrored code needs of Go's `net`: addresses as text. */

/** The address in its shortest form, as `net.ParseIP(text).String()`; undefined if it is none. */
export function parseIP(text: string): string | undefined {
  return text.includes(':') ? parseIPv6(text) : parseIPv4(text);
}

function parseIPv4(text: string): string | undefined {
  const parts = text.split('.');
  const numbers = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  return parts.length === 4 && numbers.every((number) => number < 256) ? numbers.join('.') : undefined;
}

function parseIPv6(text: string): string | undefined {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return undefined;
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  if (left === undefined || right === undefined) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array<number>(tail === undefined ? 0 : missing).fill(0), ...right];
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
  return shortest(groups);
}

function groupsOf(text: string): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const address = index === parts.length - 1 && part.includes('.') ? parseIPv4(part) : undefined;
    if (address !== undefined) {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[\da-fA-F]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}

/** The longest run of zeros, from two on, becomes `::`. */
function shortest(groups: readonly number[]): string {
  let [from, length] = [-1, 1];
  for (let start = 0; start < 8; start++) {
    let end = start;
    while (end < 8 && groups[end] === 0) end++;
    if (end - start > length) [from, length] = [start, end - start];
  }
  const hex = (some: readonly number[]): string => some.map((group) => group.toString(16)).join(':');
  return from < 0 ? hex(groups) : `${hex(groups.slice(0, from))}::${hex(groups.slice(from + length))}`;
}

/** An address and the length of its prefix in bits, as `10.0.0.0/8`; an error in Go's words if the text is none. */
export function parseCIDR(text: string): readonly [string, undefined] | readonly [undefined, Error] {
  const [, address = '', bits = ''] = /^([^/]*)\/(\d+)$/.exec(text) ?? [];
  const ip = parseIP(address);
  if (ip === undefined || Number(bits) > (address.includes(':') ? 128 : 32))
    return [undefined, new Error(`invalid CIDR address: ${text}`)];
  return [`${ip}/${Number(bits)}`, undefined];
}

/**
 * The host and the port of an address such as `0.0.0.0:10251` or `[::1]:80`. Either may be empty; an error if there is no
 * port.
 */
export function splitHostPort(
  hostport: string,
): [host: string, port: string, undefined] | [undefined, undefined, Error] {
  const bracketed = /^\[([^[\]]*)\]:([^:[\]]*)$/.exec(hostport);
  const plain = /^([^:[\]]*):([^:[\]]*)$/.exec(hostport);
  const [, host, port] = bracketed ?? plain ?? [];
  if (host !== undefined && port !== undefined) return [host, port, undefined];
  const what = hostport.split(':').length > 2 && !hostport.includes('[') ? 'too many colons' : 'missing port';
  return [undefined, undefined, new Error(`address ${hostport}: ${what} in address`)];
}

/** Both together; an address of IPv6 in brackets. */
export function joinHostPort(host: string, port: string): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** An address of four bytes, as `To4` finds it. */
export const isIPv4 = (ip: string): boolean => !ip.includes(':');

/** An address that stands for none. */
export const isUnspecified = (ip: string): boolean => ip === '0.0.0.0' || ip === '::';
