import type { Recording } from './recording.ts';

/**
 * A recording in canonical text: a line for each entry, with its time, process, cause, event, anchor and a digest of its
 * world. Two runs of the same scenario, seed and acts give the same text, byte for byte.
 */
export function canonicalText(recording: Recording): string {
  const digest = newDigest();
  const { scenario, seed, acts, processes, outcome } = recording;
  const lines = [canonicalJSON({ scenario, seed, acts, processes, outcome })];
  for (const { world, ...entry } of recording.entries) {
    lines.push(`${canonicalJSON(entry)} ${digest(world)}`);
  }
  return lines.join('\n');
}

/** 16 hexadecimal digits of `canonicalText`: equal runs have equal ones. */
export function fingerprint(recording: Recording): string {
  const hash: Hash = { a: 0x811c9dc5, b: 0x9747b28c };
  mixText(hash, canonicalText(recording));
  return hex(hash);
}

/** JSON with its keys in order and without undefined fields: equal values have equal texts. */
export function canonicalJSON(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJSON).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = sortedKeys(value).map(
    (key) => `${JSON.stringify(key)}:${canonicalJSON(fieldOf(value, key))}`,
  );
  return `{${fields.join(',')}}`;
}

interface Hash {
  a: number;
  b: number;
}

/** Digests of plain values, each shared part read once: worlds of one run share nearly all. */
function newDigest(): (value: object) => string {
  const known = new WeakMap<object, string>();
  const digest = (value: object): string => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const hash: Hash = { a: 0x811c9dc5, b: 0x9747b28c };
    const add = (key: string, part: unknown): void => {
      const text =
        typeof part === 'object' && part !== null ? digest(part) : (JSON.stringify(part) ?? 'null');
      mixText(hash, `${key}:${text},`);
    };
    if (ArrayBuffer.isView(value)) mixText(hash, String(value));
    else if (Array.isArray(value)) value.forEach((item, i) => add(`[${i}`, item));
    else for (const key of sortedKeys(value)) add(key, fieldOf(value, key));
    const result = hex(hash);
    known.set(value, result);
    return result;
  };
  return digest;
}

/** Two 32-bit FNV-1a lanes that mix each letter differently. */
function mixText(hash: Hash, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    hash.a = Math.imul(hash.a ^ letter, 0x01000193);
    hash.b = Math.imul((hash.b << 5) | (hash.b >>> 27), 5) ^ Math.imul(letter + 0x7ed5, 0x85ebca6b);
  }
}

function hex({ a, b }: Hash): string {
  return [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

function sortedKeys(value: object): string[] {
  return Object.keys(value)
    .filter((key) => fieldOf(value, key) !== undefined)
    .sort();
}

function fieldOf(value: object, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key];
}
