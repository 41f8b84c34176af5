import type { Result } from '../../../../../../../go/result.ts';
import { quote } from '../../../../../../../go/strconv.ts';

/** Ciphers that may be chosen, by name. Upstream maps them to the numbers of the protocol; nothing here encrypts. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag.go#PreferredTLSCipherNames
export const preferredTLSCipherNames: readonly string[] = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
];

/** Ciphers that may be chosen and should not. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag.go#InsecureTLSCipherNames
export const insecureTLSCipherNames: readonly string[] = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_RC4_128_SHA',
];

/** The names, if all are known. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag.go#TLSCipherSuites
export function tlsCipherSuites(names: readonly string[]): Result<readonly string[]> {
  for (const name of names) {
    if (!preferredTLSCipherNames.includes(name) && !insecureTLSCipherNames.includes(name))
      return [undefined, new Error(`Cipher suite ${name} not supported or doesn't exist`)];
  }
  return [names, undefined];
}

// Mirrors: staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag.go#TLSPossibleVersions
export const tlsPossibleVersions: readonly string[] = [
  'VersionTLS10',
  'VersionTLS11',
  'VersionTLS12',
  'VersionTLS13',
];

/** The least version of TLS; 1.2 where none is named. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/ciphersuites_flag.go#TLSVersion
export function tlsVersion(name: string): Result<string> {
  if (name === '') return ['VersionTLS12', undefined];
  if (tlsPossibleVersions.includes(name)) return [name, undefined];
  return [undefined, new Error(`unknown tls version ${quote(name)}`)];
}
