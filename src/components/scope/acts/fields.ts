/** What the forms of the acts ask for, and how answers are checked. */

import { t } from '../../../i18n/t.ts';

/** What can be chosen, and how it reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

export type Field =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly value: string;
      readonly options: readonly Option[];
    }
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly label: string;
      readonly value: string;
      readonly least: number;
      readonly most: number;
      readonly unit?: string;
      /** Is dragged, not typed. */
      readonly slides?: true;
    }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly label: string;
      readonly value: string;
      readonly hint: string;
    };

/** Answers by the fields' names. */
export type Values = Readonly<Record<string, string | undefined>>;

/** What is wrong with an answer: what was expected, what was found, what to do. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A field to choose in, with the first chosen. */
export function choice(name: string, label: string, options: readonly Option[]): Field {
  return { kind: 'choice', name, label, options, value: options[0]?.value ?? '' };
}

/** A whole number that a form asks for. */
export interface NumberField {
  /** Its field, filled in with `value`. */
  field(value: number): Field;
  /** What was answered, or what is wrong with it. */
  from(values: Values): number | FieldProblem;
}

/** A whole number from `least` to `most`. Its label is in the language in which the form is shown. */
export function numberField(
  name: string,
  label: () => string,
  least: number,
  most: number,
  more: { readonly unit?: string; readonly slides?: true } = {},
): NumberField {
  return {
    field: (value) => ({ kind: 'number', name, label: label(), value: String(value), least, most, ...more }),
    from: (values) => wholeNumber(values, name, label(), least, most),
  };
}

/** A whole number between two bounds, or what is wrong with the answer. */
export function wholeNumber(
  values: Values,
  field: string,
  label: string,
  least: number,
  most: number,
): number | FieldProblem {
  const text = (values[field] ?? '').trim();
  const number = /^-?\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  const found = text === '' ? t`nothing` : `"${text}"`;
  return {
    field,
    message: t`${label}: expected a whole number from ${least} to ${most}, found ${found}. Type one in that range.`,
  };
}

/** Words with spaces between. */
export function wordsFrom(values: Values, field: string): string[] {
  return (values[field] ?? '').trim().split(/\s+/).filter(Boolean);
}

/** A command line: words with spaces between, double quotes round what has spaces of its own. */
export function argsFrom(
  values: Values,
  field: string,
  label: string,
): { readonly args: readonly string[] } | FieldProblem {
  const text = values[field] ?? '';
  if ((text.split('"').length - 1) % 2 === 1) {
    return {
      field,
      message: t`${label}: expected a closing ", found the end. Close the quotes, or leave them out.`,
    };
  }
  const words = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return { args: words.map((word) => word.replaceAll('"', '')) };
}

/** A path of a server. */
export function pathFrom(values: Values, field: string, label: string): string | FieldProblem {
  const path = (values[field] ?? '').trim();
  if (/^\/\S*$/.test(path)) return path;
  const found = path === '' ? t`nothing` : `"${path}"`;
  return {
    field,
    message: t`${label}: expected one that begins with / and has no spaces, found ${found}. Type one such as /healthz.`,
  };
}

const namePart = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const prefixPart = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Labels as `kubectl label` takes them: `key=value` sets, `key-` takes away. */
export function labelsFrom(
  values: Values,
  field: string,
): { readonly labels: Readonly<Record<string, string | null>> } | FieldProblem {
  const words = wordsFrom(values, field);
  if (words.length === 0) {
    return {
      field,
      message: t`Labels: expected at least one of key=value or key-, found nothing. Type one, such as app=debug.`,
    };
  }
  const labels: Record<string, string | null> = {};
  for (const word of words) {
    const equals = word.indexOf('=');
    const key = equals >= 0 ? word.slice(0, equals) : word.endsWith('-') ? word.slice(0, -1) : undefined;
    if (key === undefined) {
      return {
        field,
        message: t`Labels: expected key=value or key-, found "${word}". Add "=" and a value, or "-" to take it away.`,
      };
    }
    const value = equals >= 0 ? word.slice(equals + 1) : null;
    const problem =
      keyProblem(key) ?? (value === null || value === '' || namePart.test(value) ? undefined : value);
    if (problem !== undefined) {
      return {
        field,
        message: t`Labels: expected at most 63 letters, digits, "-", "_" or "." that begin and end with a letter or digit, found "${problem}". Change it to that form.`,
      };
    }
    labels[key] = value;
  }
  return { labels };
}

/** The part of a label's key that is not allowed. */
function keyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  if (slash >= 0 && !prefixPart.test(key.slice(0, slash))) return key.slice(0, slash);
  return namePart.test(key.slice(slash + 1)) ? undefined : key.slice(slash + 1);
}
