import {
  type ErrorList,
  invalid,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import type { Path } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { parseIP } from '../../../../../go/net.ts';

/** What is wrong with an address. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsValidIP
export function isValidIP(value: string): string[] {
  return parseIP(value) === undefined
    ? ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
    : [];
}

/** What is wrong with the address of an endpoint: those that only the machine itself can reach make no sense there. */
// Mirrors: pkg/apis/core/validation/validation.go#validateNonSpecialIP
export function validateNonSpecialIP(ipAddress: string, fldPath: Path): ErrorList {
  const ip = parseIP(ipAddress);
  const refused = (message: string): ErrorList => [invalid(fldPath, ipAddress, message)];
  if (ip === undefined) return refused('must be a valid IP address');
  if (ip === '0.0.0.0' || ip === '::') return refused('may not be unspecified (0.0.0.0)');
  if (ip === '::1' || ip.startsWith('127.')) return refused('may not be in the loopback range (127.0.0.0/8)');
  if (ip.startsWith('169.254.') || /^fe[89ab]/.test(ip)) {
    return refused('may not be in the link-local range (169.254.0.0/16)');
  }
  if (ip.startsWith('224.0.0.') || ip.startsWith('ff02:')) {
    return refused('may not be in the link-local multicast range (224.0.0.0/24)');
  }
  return [];
}
