import { expect, test } from 'vitest';
import { getScaledValueFromIntOrPercent } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.ts';

test.each<[value: number | string | undefined, total: number, up: number | string, down: number | string]>([
  [123, 5, 123, 123],
  [0, 5, 0, 0],
  ['90%', 100, 90, 90],
  ['90%', 95, 86, 85],
  ['10%', 50, 5, 5],
  ['1%', 99, 1, 0],
  ['0%', 99, 0, 0],
  ['-10%', 95, -9, -10],
  ['+10%', 100, 10, 10],
  ['150%', 10, 15, 15],
  [
    '5',
    10,
    'invalid value for IntOrString: invalid type: string is not a percentage',
    'invalid value for IntOrString: invalid type: string is not a percentage',
  ],
  [
    '',
    10,
    'invalid value for IntOrString: invalid type: string is not a percentage',
    'invalid value for IntOrString: invalid type: string is not a percentage',
  ],
  [
    'a%',
    10,
    'invalid value for IntOrString: invalid value "a%": strconv.Atoi: parsing "a": invalid syntax',
    'invalid value for IntOrString: invalid value "a%": strconv.Atoi: parsing "a": invalid syntax',
  ],
  [
    '1.5%',
    10,
    'invalid value for IntOrString: invalid value "1.5%": strconv.Atoi: parsing "1.5": invalid syntax',
    'invalid value for IntOrString: invalid value "1.5%": strconv.Atoi: parsing "1.5": invalid syntax',
  ],
  [
    '9223372036854775808%',
    10,
    'invalid value for IntOrString: invalid value "9223372036854775808%": strconv.Atoi: parsing "9223372036854775808": value out of range',
    'invalid value for IntOrString: invalid value "9223372036854775808%": strconv.Atoi: parsing "9223372036854775808": value out of range',
  ],
  [undefined, 10, 'nil value for IntOrString', 'nil value for IntOrString'],
])('%j of %s is %s, or rounded down %s', (value, total, up, down) => {
  const scaled = (roundUp: boolean) => {
    const [number, err] = getScaledValueFromIntOrPercent(value, total, roundUp);
    return err ? err.message : number;
  };
  expect([scaled(true), scaled(false)]).toEqual([up, down]);
});
