import {
  type ErrorList,
  invalid,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

/** For how many seconds a token may be asked. */
// Mirrors: pkg/apis/authentication/validation/validation.go#ValidateTokenRequest
export function validateTokenRequest(expirationSeconds: number): ErrorList {
  const specPath = newPath('spec');
  const wrong = (message: string): ErrorList => [
    invalid(specPath.child('expirationSeconds'), expirationSeconds, message),
  ];
  if (expirationSeconds < 10 * 60) return wrong('may not specify a duration less than 10 minutes');
  if (expirationSeconds > 2 ** 32) return wrong('may not specify a duration larger than 2^32 seconds');
  return [];
}
