import { isDNS1035Label, isDNS1123Label, isDNS1123Subdomain } from '../../util/validation/validation.ts';
import { type ErrorList, invalid } from '../../util/validation/field/errors.ts';
import type { Path } from '../../util/validation/field/path.ts';

/** What is wrong with a name. A prefix may end with a dash, because more follows. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go#ValidateNameFunc
export type ValidateNameFunc = (name: string, prefix: boolean) => string[];

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go#NameIsDNSSubdomain
export const nameIsDNSSubdomain: ValidateNameFunc = (name, prefix) =>
  isDNS1123Subdomain(prefix ? maskTrailingDash(name) : name);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go#NameIsDNSLabel
export const nameIsDNSLabel: ValidateNameFunc = (name, prefix) =>
  isDNS1123Label(prefix ? maskTrailingDash(name) : name);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go#NameIsDNS1035Label
export const nameIsDNS1035Label: ValidateNameFunc = (name, prefix) =>
  isDNS1035Label(prefix ? maskTrailingDash(name) : name);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go#maskTrailingDash
const maskTrailingDash = (name: string): string => (name.endsWith('-') ? `${name.slice(0, -2)}a` : name);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go#ValidateNonnegativeField
export function validateNonnegativeField(value: number | undefined, fldPath: Path): ErrorList {
  return (value ?? 0) < 0 ? [invalid(fldPath, value, 'must be greater than or equal to 0')] : [];
}
