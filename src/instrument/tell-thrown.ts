import { t } from '../i18n/t.ts';
import { LimitReached, ProcessFailed } from '../runtime/sim/limits.ts';
import { isThrown, namedTextOfThrown, textOfThrown } from '../runtime/sim/thrown.ts';
import { type EditPlace, type Edits, causesOf, placeOf } from './edit-place.ts';
import { goNames } from './go-names.ts';
import { notedThrow } from './hook.ts';
import { nearName } from './near-name.ts';
import { slipWords } from './slip-words.ts';
import { Slip } from './slips.ts';

/** What a run that broke off says, and where in the edited text that was, if it was there. */
interface Told {
  readonly message: string;
  readonly place?: EditPlace;
}

/** What is said of an error that ended a run of edited code: a slip in words of its own, anything else by `message`. */
export function tellThrown(error: unknown, message: string, edits: Edits): Told {
  const place = placeOf(error, edits);
  const endless = endlessWords(error, place);
  if (endless !== undefined) return { message: endless, place };
  if (!place) return { message: returnedWords(error, message) };
  const { file, line } = place;
  const slip = slipOf(error, edits[file] ?? '');
  if (slip === undefined) {
    // Some browsers put the code that ran into their words.
    const says = message.replace(/\$\$hooks\.slips\.\w+\(\.\.\.\)/g, '…');
    const where = says.includes(file) ? says : `${says}, at line ${line} of ${file}`;
    return { message: threwIt(error) ? slipWords.thrown(where) : where, place };
  }
  const says = isThrown(error, ProcessFailed)
    ? t`${slip} This ended the process \`${error.process}\` at ${error.at.toLocaleString('en-US')} ms, at line ${line} of \`${nameOf(file)}\`.`
    : t`${slip} This is at line ${line} of \`${nameOf(file)}\`.`;
  return { message: says, place };
}

/** True for an error that edited code threw itself. */
const threwIt = (error: unknown): boolean =>
  causesOf(error).some((one) => isThrown(one, Error) && notedThrow(one) !== undefined);

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** What is said where a caller could make nothing of what it was given: the code that gave it is no longer there to be named. */
function returnedWords(error: unknown, message: string): string {
  const broke = (how: RegExp): boolean =>
    causesOf(error).some((one) => isThrown(one, TypeError) && how.test(textOfThrown(one)));
  if (broke(/not iterable/)) return slipWords.noPair(message);
  return broke(/is not a function/) ? slipWords.noSuchMethod(message) : message;
}

/** A run that never ends, in words; undefined for anything else. */
function endlessWords(error: unknown, place: EditPlace | undefined): string | undefined {
  if (!isThrown(error, LimitReached) || (error.limit !== 'steps' && error.limit !== 'entries'))
    return undefined;
  return place
    ? t`The run does not end: it was stopped after ${error.most} events, at line ${place.line} of \`${nameOf(place.file)}\`. Look there for a loop, and for a key that is added again and again.`
    : t`The run does not end: it was stopped after ${error.most} steps. Look for a loop that waits in every round, and for a key that comes back at once.`;
}

/** A slip in words; undefined for an error that is none. `text` is what the reader edited. */
function slipOf(error: unknown, text: string): string | undefined {
  for (const one of causesOf(error).toReversed()) {
    if (isThrown(one, Slip)) return textOfThrown(one);
    const found = nativeSlip(one, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A slip that the language itself refused; undefined for any other error. */
function nativeSlip(error: unknown, text: string): string | undefined {
  const said = namedTextOfThrown(error);
  if (said.startsWith('DataCloneError: ')) return slipWords.noClone();
  if (isThrown(error, ReferenceError)) return noVariable(textOfThrown(error), text);
  return isThrown(error, TypeError) ? wrongType(textOfThrown(error)) : undefined;
}

/** What the language says of a value of the wrong type, where no watch stood before it. */
function wrongType(message: string): string | undefined {
  if (/read.?only|not extensible|delete property/i.test(message)) return slipWords.frozenSomewhere();
  const [, found] = /^(.+?) is not iterable/.exec(message) ?? [];
  if (found !== undefined) return slipWords.noList(found);
  if (/is not a function/.test(message)) return slipWords.noFunctionHere(message);
  const isMissing = /\b(?:undefined|null)\b/.test(message);
  return isMissing ? slipWords.undefinedHere(message.replace(/\.$/, '')) : undefined;
}

function noVariable(message: string, text: string): string | undefined {
  // Chromium and Firefox, and Safari.
  const [, first, second] = /^(\S+) is not defined$|^Can't find variable: (\S+)$/.exec(message) ?? [];
  const name = first ?? second;
  if (name === undefined) return undefined;
  if (/^deepCopy$/i.test(name)) return slipWords.noDeepCopy('object');
  const here = goNames.get(name);
  if (here !== undefined) return slipWords.goName(name, here);
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"/g, '');
  const names = new Set(code.match(/(?<![.\w$#])[A-Za-z_$][\w$]*/g));
  names.delete(name);
  return slipWords.noVariable(name, nearName(name, [...names]));
}
