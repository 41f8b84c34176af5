import type { Result } from '../../../../../../../../go/result.ts';
import { atoi, quote } from '../../../../../../../../go/strconv.ts';

/** A number of things, or a share of them such as `50%`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go#IntOrString
export type IntOrString = number | string;

/** How many of `total` it means. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go#GetScaledValueFromIntOrPercent
export function getScaledValueFromIntOrPercent(
  intOrPercent: IntOrString | undefined,
  total: number,
  roundUp: boolean,
): Result<number> {
  if (intOrPercent === undefined) return [undefined, new Error('nil value for IntOrString')];
  const [value, isPercent, err] = getIntOrPercentValueSafely(intOrPercent);
  if (err) return [undefined, new Error(`invalid value for IntOrString: ${err.message}`)];
  if (!isPercent) return [value, undefined];
  const share = (value * total) / 100;
  return [roundUp ? Math.ceil(share) : Math.floor(share), undefined];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go#getIntOrPercentValueSafely
function getIntOrPercentValueSafely(
  intOrStr: IntOrString,
): [value: number, isPercent: boolean, undefined] | [undefined, undefined, Error] {
  if (typeof intOrStr === 'number') return [intOrStr, false, undefined];
  if (!intOrStr.endsWith('%'))
    return [undefined, undefined, new Error('invalid type: string is not a percentage')];
  const [v, err] = atoi(intOrStr.slice(0, -1));
  if (err) return [undefined, undefined, new Error(`invalid value ${quote(intOrStr)}: ${err.message}`)];
  return [v, true, undefined];
}
