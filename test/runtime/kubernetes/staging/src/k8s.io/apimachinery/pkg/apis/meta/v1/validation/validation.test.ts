import type { DeleteOptions, LabelSelector } from 'kubernetes-types/meta/v1';
import { describe, expect, test } from 'vitest';
import {
  validateDeleteOptions,
  validateLabelSelector,
  validateLabels,
} from '../../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type { ErrorList } from '../../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

const told = (errs: ErrorList): string[] => errs.map(({ message }) => message);
const fields = (errs: ErrorList): string[] =>
  errs.map(({ type, field }) => `${type.replace('FieldValue', '')} ${field}`);

describe('labels (upstream TestValidateLabels)', () => {
  test.each<[Record<string, string> | undefined, number]>([
    [undefined, 0],
    [
      {
        simple: 'bar',
        'now-with-dashes': 'bar',
        '1-starts-with-num': 'bar',
        '1234/5678': 'bar',
        UpperCaseAreOK123: 'bar',
        empty: '',
      },
      0,
    ],
    [{ 'nospecialchars^=@': 'bar' }, 1],
    [{ 'cantendwithadash-': 'bar' }, 1],
    [{ 'only/one/slash': 'bar' }, 1],
    [{ toolongvalue: 'a'.repeat(64) }, 1],
    [{ backslashesinvalue: 'some\\bad\\value' }, 1],
    [{ '-bad': '-bad' }, 2],
  ])('%j have %s faults', (labels, faults) =>
    expect(validateLabels(labels, newPath('l'))).toHaveLength(faults),
  );

  test('a fault tells the key, or the value', () => {
    expect(fields(validateLabels({ '-': 'a', b: '-' }, newPath('l')))).toEqual(['Invalid l', 'Invalid l']);
    expect(validateLabels({ '-k': 'a', b: '-v' }, newPath('l')).map(({ badValue }) => badValue)).toEqual([
      '-k',
      '-v',
    ]);
  });
});

describe('a selector of labels', () => {
  const expression = (operator: string, values?: string[], key = 'a'): LabelSelector => ({
    matchExpressions: [{ key, operator, ...(values ? { values } : {}) }],
  });
  const at = 's.matchExpressions[0]';

  test.each<[LabelSelector | undefined, string[]]>([
    [undefined, []],
    [{}, []],
    [{ matchLabels: { a: 'b' } }, []],
    [{ matchLabels: { '-': 'b' } }, ['Invalid s.matchLabels']],
    [expression('In', ['b']), []],
    [expression('NotIn', ['b', 'c']), []],
    [expression('Exists'), []],
    [expression('DoesNotExist', []), []],
    [expression('In'), [`Required ${at}.values`]],
    [expression('In', []), [`Required ${at}.values`]],
    [expression('NotIn'), [`Required ${at}.values`]],
    [expression('Exists', ['b']), [`Forbidden ${at}.values`]],
    [expression('DoesNotExist', ['b']), [`Forbidden ${at}.values`]],
    [expression('Equals', ['b']), [`Invalid ${at}.operator`]],
    [expression('In', ['b'], '-'), [`Invalid ${at}.key`]],
    [expression('', undefined, ''), [`Invalid ${at}.operator`, `Invalid ${at}.key`, `Invalid ${at}.key`]],
    [
      {
        matchLabels: { '-': 'b' },
        matchExpressions: [
          { key: 'a', operator: 'Exists' },
          { key: 'a', operator: 'In' },
        ],
      },
      ['Invalid s.matchLabels', 'Required s.matchExpressions[1].values'],
    ],
  ])('%j', (selector, errors) =>
    expect(fields(validateLabelSelector(selector, newPath('s')))).toEqual(errors),
  );

  test('a fault says what an operator needs', () => {
    expect(told(validateLabelSelector(expression('In'), newPath('s')))).toEqual([
      "s.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ]);
    expect(told(validateLabelSelector(expression('Exists', ['b']), newPath('s')))).toEqual([
      "s.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ]);
    expect(told(validateLabelSelector(expression('Equals'), newPath('s')))).toEqual([
      's.matchExpressions[0].operator: Invalid value: "Equals": not a valid selector operator',
    ]);
  });
});

describe('how an object is to be deleted', () => {
  const known = 'supported values: "Foreground", "Background", "Orphan", "nil"';

  test.each<[DeleteOptions, string[]]>([
    [{}, []],
    [{ orphanDependents: true }, []],
    [{ propagationPolicy: 'Foreground' }, []],
    [{ propagationPolicy: 'Background' }, []],
    [{ propagationPolicy: 'Orphan' }, []],
    [{ propagationPolicy: 'Later' }, [`propagationPolicy: Unsupported value: "Later": ${known}`]],
    [{ propagationPolicy: '' }, [`propagationPolicy: Unsupported value: "": ${known}`]],
    [
      { propagationPolicy: 'Orphan', orphanDependents: false },
      [
        'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
      ],
    ],
  ])('%j', (options, errors) => expect(told(validateDeleteOptions(options))).toEqual(errors));
});
