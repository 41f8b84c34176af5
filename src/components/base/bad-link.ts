import { t } from '../../i18n/t.ts';

/** A link that cannot be followed. The message says what was expected, what was found, and what to do. */
export class BadLink extends Error {
  override readonly name = 'BadLink';
  readonly expected: string;
  readonly found: string;

  /** `to` is what a whole link leads to. */
  constructor(
    expected: string,
    found: string,
    remedy = t`ask for the link again, or start from the beginning`,
    to = t`a moment`,
  ) {
    super(t`This link does not lead to ${to}: expected ${expected}, found ${found}; ${remedy}.`);
    this.expected = expected;
    this.found = found;
  }
}
