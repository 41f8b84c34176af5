import { quote } from '../../../../../../../../../go/strconv.ts';
import { newAggregate, type Aggregate } from '../../errors/errors.ts';
import type { Path } from './path.ts';

/** What is wrong with a field; the value is the `reason` of a cause in a Status. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#ErrorType
export type ErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'InternalError';

const words: Record<ErrorType, string> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  InternalError: 'Internal error',
};

/** Stands for a Go value in a message: its text is printed as it is. */
export class GoSyntax {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** One thing wrong with one field. Its message is that of upstream, down to how Go prints the value. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Error
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly type: ErrorType;
  readonly field: string;
  readonly badValue: unknown;
  readonly detail: string;

  constructor(type: ErrorType, field: Path, badValue: unknown, detail: string) {
    super(`${field.toString()}: ${errorBody(type, badValue, detail)}`);
    this.type = type;
    this.field = field.toString();
    this.badValue = badValue;
    this.detail = detail;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Error.ErrorBody
  errorBody(): string {
    return errorBody(this.type, this.badValue, this.detail);
  }
}

// Part of: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Error.ErrorBody
function errorBody(type: ErrorType, badValue: unknown, detail: string): string {
  const bare = ['FieldValueRequired', 'FieldValueForbidden', 'FieldValueTooLong', 'InternalError'].includes(
    type,
  );
  const body = bare ? words[type] : `${words[type]}: ${printed(badValue)}`;
  return detail.length > 0 ? `${body}: ${detail}` : body;
}

function printed(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof GoSyntax) return value.text;
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

/** How Go's `%#v` prints a map of strings. */
export function goStringMap(map: Readonly<Record<string, string>> | undefined): GoSyntax {
  if (map === undefined) return new GoSyntax('map[string]string(nil)');
  const entries = Object.keys(map)
    .sort()
    .map((key) => `${quote(key)}:${quote(map[key] ?? '')}`);
  return new GoSyntax(`map[string]string{${entries.join(', ')}}`);
}

/** How Go's `%#v` prints a list of strings. */
export function goStringSlice(list: readonly string[] | undefined): GoSyntax {
  if (list === undefined) return new GoSyntax('[]string(nil)');
  return new GoSyntax(`[]string{${list.map((text) => quote(text ?? '')).join(', ')}}`);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Required
export function required(field: Path, detail: string): FieldError {
  return new FieldError('FieldValueRequired', field, '', detail);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Duplicate
export function duplicate(field: Path, value: unknown): FieldError {
  return new FieldError('FieldValueDuplicate', field, value, '');
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Invalid
export function invalid(field: Path, value: unknown, detail: string): FieldError {
  return new FieldError('FieldValueInvalid', field, value, detail);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#NotSupported
export function notSupported(field: Path, value: unknown, validValues: readonly string[]): FieldError {
  const quoted = validValues.map(quote).join(', ');
  return new FieldError('FieldValueNotSupported', field, value, quoted ? `supported values: ${quoted}` : '');
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#Forbidden
export function forbidden(field: Path, detail: string): FieldError {
  return new FieldError('FieldValueForbidden', field, '', detail);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#TooLong
export function tooLong(field: Path, value: unknown, maxLength: number): FieldError {
  return new FieldError('FieldValueTooLong', field, value, `must have at most ${maxLength} bytes`);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#ErrorList
export type ErrorList = FieldError[];

/** All errors as one; undefined for an empty list. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go#ErrorList.ToAggregate
export function toAggregate(list: readonly FieldError[]): Aggregate | undefined {
  return newAggregate(list);
}
