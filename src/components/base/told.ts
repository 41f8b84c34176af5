import { t } from '../../i18n/t.ts';
import { tried } from '../../runtime/sim/thrown.ts';

/** More of a value is left out. */
const mostCharacters = 60;

/** A value that was found, as JSON: the beginning of a long one. Never throws. */
export function told(value: unknown): string {
  if (value === undefined) return t`nothing`;
  const text = tried(() => JSON.stringify(value)) ?? t`something nested too deep`;
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}
