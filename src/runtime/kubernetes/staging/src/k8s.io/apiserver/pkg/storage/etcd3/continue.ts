import type { Result } from '../../../../../../../../go/result.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64 for URLs, without padding, of a text of one-byte characters. */
function encodeBase64(text: string): string {
  let bits = '';
  for (const c of text) bits += c.charCodeAt(0).toString(2).padStart(8, '0');
  const sextets = bits.match(/.{1,6}/g) ?? [];
  return sextets.map((sextet) => alphabet[parseInt(sextet.padEnd(6, '0'), 2)]).join('');
}

function decodeBase64(text: string): string | undefined {
  let bits = '';
  for (const c of text) {
    const value = alphabet.indexOf(c);
    if (value < 0) return undefined;
    bits += value.toString(2).padStart(6, '0');
  }
  const octets = bits.match(/.{8}/g) ?? [];
  return octets.map((octet) => String.fromCharCode(parseInt(octet, 2))).join('');
}

/**
 * A token with which the next list goes on at a key: the key without the prefix, and the revision of the first
 * page, or -1 for the present state.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#encodeContinue
export function encodeContinue(key: string, keyPrefix: string, resourceVersion: number): string {
  if (!key.startsWith(keyPrefix))
    throw new Error('unable to encode next field: the key and key prefix do not match');
  const token = { v: 'meta.k8s.io/v1', rv: resourceVersion, start: key.slice(keyPrefix.length) };
  return encodeBase64(JSON.stringify(token));
}

/** The key and the revision of a token, or why it is not one. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#decodeContinue
export function decodeContinue(
  continueValue: string,
  keyPrefix: string,
): Result<{ fromKey: string; rv: number }> {
  const fail = (why: string): [undefined, Error] => [
    undefined,
    new Error(`continue key is not valid: ${why}`),
  ];
  const text = decodeBase64(continueValue);
  if (text === undefined) return fail('illegal base64 data');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return fail((error as Error).message);
  }
  if (typeof parsed !== 'object' || Array.isArray(parsed)) return fail(`expected a map, found ${text}`);
  const token: { v?: unknown; rv?: unknown; start?: unknown } = parsed ?? {};
  if (token.v !== 'meta.k8s.io/v1') {
    return fail(`server does not recognize this encoded version ${JSON.stringify(token.v ?? '')}`);
  }
  if (!Number.isSafeInteger(token.rv) || token.rv === 0) {
    return fail('incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof token.start !== 'string' || token.start === '') {
    return fail('encoded start key empty (version meta.k8s.io/v1)');
  }
  // Nothing but a key below the prefix is gone on at.
  const steps = token.start.replace(/^\//, '').split('/');
  if (steps.some((step) => ['', '.', '..'].includes(step))) return fail(token.start);
  return [{ fromKey: keyPrefix + steps.join('/'), rv: token.rv as number }, undefined];
}
