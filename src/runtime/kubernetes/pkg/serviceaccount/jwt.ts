import { base64 } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import type { Result } from '../../../go/result.ts';
import type { Claims, LegacyPrivateClaims } from './legacy.ts';

/** Makes the token of an account out of what it claims. */
// Mirrors: pkg/serviceaccount/jwt.go#TokenGenerator
export interface TokenGenerator {
  generateToken(claims: Claims, privateClaims: LegacyPrivateClaims): Result<string>;
}

/** Base64 as JSON Web Tokens have it: safe in addresses, and not padded. */
const base64url = (text: string): string =>
  base64(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * A stand-in for the generator, which signs with a private key: these tokens say what real ones say, and that nobody
 * signed them (`"alg":"none"`). There is no server here that would believe a token.
 */
// Mirrors: pkg/serviceaccount/jwt.go#JWTTokenGenerator
export function jwtTokenGenerator(iss: string): TokenGenerator {
  return {
    // Mirrors: pkg/serviceaccount/jwt.go#jwtTokenGenerator.GenerateToken
    generateToken(claims, privateClaims) {
      const header = { alg: 'none', kid: '' };
      const payload = { iss, ...privateClaims, ...claims };
      return [`${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(payload))}.`, undefined];
    },
  };
}
