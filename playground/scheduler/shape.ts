import { t } from '../../src/i18n/t.ts';
import { isFields } from '../../src/components/base/fields.ts';
import { type Path, kindOf } from '../../src/components/manifests/plain-value.ts';
import { nearestWord } from '../../src/instrument/nearest-word.ts';
import { listed } from '../../src/recording/words.ts';
import { parseQuantity } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';

/** Is told what is wrong with a part of an object: where, what was expected and found, and what to do. */
type Tell = (path: Path, message: string) => void;

/** Looks at a part of an object. What is not there is no concern of it. */
export type Shape = (value: unknown, path: Path, tell: Tell) => void;

/** `spec.taints[1].effect` of the path to it. */
function nameOf(path: Path): string {
  return path.reduce<string>(
    (all, step) => (typeof step === 'number' ? `${all}[${step}]` : all === '' ? step : `${all}.${step}`),
    '',
  );
}

const absent = (value: unknown): boolean => value === undefined || value === null;

/** A text. A number or a truth value has to be in quotes, as the API server wants it. */
export const text: Shape = (value, path, tell) => {
  if (absent(value) || typeof value === 'string') return;
  const [name, found] = [nameOf(path), kindOf(value)];
  tell(
    path,
    typeof value === 'object'
      ? t`${name}: expected a text, found ${found}. Write one.`
      : t`${name}: expected a text, found ${found}. Put quotes around it.`,
  );
};

/** A whole number. */
export const whole: Shape = (value, path, tell) => {
  if (absent(value) || Number.isSafeInteger(value)) return;
  tell(path, t`${nameOf(path)}: expected a whole number, found ${kindOf(value)}. Write one, without quotes.`);
};

export const truth: Shape = (value, path, tell) => {
  if (absent(value) || typeof value === 'boolean') return;
  tell(path, t`${nameOf(path)}: expected true or false, found ${kindOf(value)}. Write one of them.`);
};

/** An amount of a resource, such as 250m or 3Gi. */
export const quantity: Shape = (value, path, tell) => {
  const written = typeof value === 'string' || typeof value === 'number';
  if (written && (parseQuantity(String(value))[0]?.nano ?? -1n) >= 0n) return;
  const [name, found] = [nameOf(path), kindOf(value)];
  tell(path, t`${name}: expected an amount from 0, such as 250m, 2 or 512Mi, found ${found}. Write one.`);
};

/** One of some words. */
export function oneOf(...words: readonly string[]): Shape {
  return (value, path, tell) => {
    if (absent(value) || words.includes(value as string)) return;
    const near = typeof value === 'string' ? nearestWord(value, words) : undefined;
    const [name, found, known] = [nameOf(path), kindOf(value), listed(words.filter(Boolean))];
    tell(
      path,
      near
        ? t`${name}: expected one of ${known}, found ${found}. Perhaps it should be "${near}".`
        : t`${name}: expected one of ${known}, found ${found}. Choose one.`,
    );
  };
}

/** An item that is nothing stands for no other. */
function itemOf(item: Shape, value: unknown, path: Path, tell: Tell): void {
  if (absent(value))
    tell(path, t`${nameOf(path)}: expected an item, found nothing. Write it, or take it away.`);
  else item(value, path, tell);
}

export function listOf(item: Shape): Shape {
  return (value, path, tell) => {
    if (absent(value)) return;
    if (Array.isArray(value)) value.forEach((one, i) => itemOf(item, one, [...path, i], tell));
    else tell(path, t`${nameOf(path)}: expected a list, found ${kindOf(value)}. Begin its items with "- ".`);
  };
}

export function mapOf(item: Shape): Shape {
  return (value, path, tell) => {
    if (absent(value)) return;
    if (!isFields(value)) {
      tell(path, t`${nameOf(path)}: expected a map, found ${kindOf(value)}. Write "name: value" below it.`);
      return;
    }
    for (const [name, one] of Object.entries(value)) item(one, [...path, name], tell);
  };
}

/** A map of which these fields are looked at. */
export function fields(shapes: Readonly<Record<string, Shape>>, needed: readonly string[] = []): Shape {
  return (value, path, tell) => {
    if (absent(value)) return;
    if (!isFields(value)) {
      const name = nameOf(path);
      tell(path, t`${name}: expected a map, found ${kindOf(value)}. Write "name: value" below it.`);
      return;
    }
    for (const name of needed) {
      if (absent(value[name]) || value[name] === '')
        tell([...path, name], t`${nameOf([...path, name])}: expected something, found nothing. Add it.`);
    }
    for (const [name, shape] of Object.entries(shapes)) shape(value[name], [...path, name], tell);
  };
}

/** Both of two; the second looks only at what the first finds nothing wrong with. */
export function both(first: Shape, second: Shape): Shape {
  return (value, path, tell) => {
    let wrong = false;
    first(value, path, (...told) => {
      wrong = true;
      tell(...told);
    });
    if (!wrong) second(value, path, tell);
  };
}
