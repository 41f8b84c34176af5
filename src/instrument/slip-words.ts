import { t } from '../i18n/t.ts';
import type { DeclaredResult } from './declared-results.ts';

const mostNames = 8;

/** Names as code, one after the other; the first eight if there are more. Empty without any. */
export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => `\`${name}\``);
  return shown.join(', ') + (names.length > mostNames ? ', …' : '');
}

/** What a function has to return, in words. */
function resultWords(type: DeclaredResult): string {
  switch (type) {
    case 'boolean':
      return t`\`true\` or \`false\``;
    case 'number':
      return t`a number`;
    case 'string':
      return t`a text`;
    case 'Error | undefined':
      return t`an error, or \`undefined\` where Go returns \`nil\``;
    case 'Error[]':
      return t`a list of errors`;
    case 'Answer':
      return t`a status, such as \`newStatus('Unschedulable', 'why')\`, or \`undefined\` for success`;
    case 'Result':
      return t`a pair, \`[value, undefined]\` or \`[undefined, err]\``;
    default:
      return type satisfies never;
  }
}

/** What is said of each kind of slip, in words for a reader who knows Go. Parts in code are as the reader wrote them. */
export const slipWords = {
  noName: (text: string, name: string, near: string): string =>
    t`\`${text}\` has no \`${name}\`. Did you mean \`${near}\`?`,
  noValue: (text: string, value: string, name: string): string =>
    name === ''
      ? t`\`${text}\` is \`${value}\`, so nothing can be read from it.`
      : t`\`${text}\` is \`${value}\`, so it has no \`${name}\`.`,
  otherMethod: (text: string, name: string, near: string): string =>
    t`\`${name}\` is not a method of \`${text}\`. Did you mean \`${near}\`?`,
  noMethod: (text: string, name: string, methods: string): string =>
    methods === ''
      ? t`\`${name}\` is not a method of \`${text}\`, which is plain data and has none.`
      : t`\`${name}\` is not a method of \`${text}\`. It has these: ${methods}.`,
  functionHasNo: (text: string, name: string): string =>
    t`\`${name}\` is not a method of \`${text}\`, which is a function. Call it first: \`${text}(…).${name}\`.`,
  indexHasNo: (text: string, value: string, name: string): string =>
    t`\`${text}\` is an index, the text \`"${value}"\`, and has no \`${name}\`. A loop with \`in\` gives indices. Write \`for (const … of …)\`.`,
  pairHasNo: (text: string, value: string, name: string): string =>
    t`\`${text}\` is a pair, \`${value}\`, and has no \`${name}\`. Take it apart: \`const [value, err] = …\`.`,
  testedPair: (text: string, value: string): string =>
    t`\`${text}\` is a pair, \`${value}\`, which always counts as true. Take it apart: \`const [value, err] = …\`.`,
  undefinedHere: (message: string): string =>
    t`Something is \`undefined\` here, or in what is called here: ${message}.`,
  noFunction: (text: string, value: string): string =>
    t`\`${text}\` is no function, so it cannot be called. It is \`${value}\`.`,
  indexedMap: (text: string): string =>
    t`\`${text}\` is a Map, which has no index. Write \`${text}.get(key)\`, \`${text}.set(key, value)\`, or \`${text}.delete(key)\`.`,
  indexedSet: (text: string): string =>
    t`\`${text}\` is a Set, which has no index. Write \`${text}.has(item)\`, \`${text}.add(item)\`, or \`${text}.delete(item)\`.`,
  noDeepCopy: (text: string): string =>
    t`Objects have no \`deepCopy\` here: they are plain data. Write a copy of each part on the way to what you change, such as \`{ ...${text} }\`.`,
  frozen: (text: string, copy: string, copier: string): string => {
    const says = t`\`${text}\` is frozen. Objects of a cache are shared, and here objects of a client are frozen as well. Make a changed copy, such as \`${copy}\`.`;
    return copier === '' ? says : t`${says} \`${copier}\` makes one, too.`;
  },
  noClone: (): string =>
    t`\`structuredClone\` cannot copy this object, because it is watched for changes here. Copy each part on the way to what you change, such as \`{ ...object }\`.`,
  frozenSomewhere: (): string =>
    t`This object is frozen. Objects of a cache are shared, and here objects of a client are frozen as well. Make a changed copy.`,
  notRun: (text: string): string =>
    t`\`${text}\` was called without \`yield*\`, so nothing of it has run. Write \`yield* ${text}\`. To run it as a goroutine, give it to \`sim.go\`.`,
  holdsNotRun: (text: string): string =>
    t`\`${text}\` holds a call that has not run. Write \`yield*\` before that call.`,
  errorDropped: (text: string, message: string): string =>
    t`\`${text}\` gives an error, and nothing looks at it: ${message}.`,
  noStar: (text: string): string =>
    t`\`yield\` stands without its star before \`${text}\`. Write \`yield*\`.`,
  doesNotWait: (text: string): string =>
    t`\`yield*\` stands before \`${text}\`, which never waits and gives its result at once. Take \`yield*\` out.`,
  isNaN: (text: string): string =>
    t`\`${text}\` is NaN: it was computed from something that is no number. Every comparison with NaN is false.`,
  noNumber: (text: string, value: string, fields: string): string =>
    fields === ''
      ? t`\`${text}\` is \`${value}\`, which is no number: what is computed from it is NaN.`
      : t`\`${text}\` is an object, which is no number: what is computed from it is NaN. It has numbers in ${fields}.`,
  returnsNothing: (type: DeclaredResult): string =>
    t`The function ends without a \`return\`. It has to return ${resultWords(type)}.`,
  returnsOther: (text: string, type: DeclaredResult, value: string): string =>
    text === value
      ? t`The function returns \`${text}\`. It has to return ${resultWords(type)}.`
      : t`The function returns \`${text}\`, which is \`${value}\`. It has to return ${resultWords(type)}.`,
  noList: (found: string): string => t`A list is needed here, and \`${found}\` is none.`,
  noPair: (message: string): string =>
    t`${message}. A function that you edited may return nothing, or no pair such as \`[value, err]\`, where its caller takes a pair apart.`,
  noFunctionHere: (message: string): string =>
    t`Something is of another kind than is needed, here or in what is called here: ${message}.`,
  noSuchMethod: (message: string): string =>
    t`${message}. A function that you edited may return something else than its caller calls, or an object without that method. Names of methods begin with a small letter here.`,
  thrown: (message: string): string =>
    t`${message}. An error that is thrown ends the process. Where Go returns an error, return it.`,
  noVariable: (name: string, near: string | undefined): string =>
    near === undefined
      ? t`There is no \`${name}\` here.`
      : t`There is no \`${name}\` here. Did you mean \`${near}\`?`,
  goName: (name: string, here: string): string =>
    t`There is no \`${name}\` here. In TypeScript, write \`${here}\`.`,
};
