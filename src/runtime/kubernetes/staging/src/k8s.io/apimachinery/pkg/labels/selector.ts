import { quote } from '../../../../../../../go/strconv.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Operator } from '../selection/operator.ts';
import { isQualifiedName, isValidLabelValue } from '../util/validation/validation.ts';
import type { Set as LabelSet } from './labels.ts';

/** Chooses objects by their labels. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Selector
export interface Selector {
  /** Undefined labels are no labels. */
  matches(labels: LabelSet | undefined): boolean;
  /** True if it restricts nothing. */
  empty(): boolean;
  /** The canonical text, which `parse` reads back. */
  toString(): string;
  add(...requirements: readonly Requirement[]): Selector;
  /** `[requirements, true]`, or `[[], false]` for a selector that selects nothing. */
  requirements(): [readonly Requirement[], boolean];
  /** The one value that it asks of a label, if it asks for exactly one. */
  requiresExactMatch(label: string): string | undefined;
}

const int64 = /^[+-]?\d+$/;

/** Go's `strconv.ParseInt(text, 10, 64)`; undefined for an error. */
function parseInt64(text: string): bigint | undefined {
  if (!int64.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** One condition on one label. `newRequirement` makes valid ones. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Requirement
export class Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];

  constructor(key: string, operator: Operator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = values;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Requirement.Matches
  matches(labels: LabelSet | undefined): boolean {
    const has = labels !== undefined && Object.hasOwn(labels, this.key);
    const value = has ? (labels[this.key] as string) : '';
    switch (this.operator) {
      case 'in':
      case '=':
      case '==':
        return has && this.values.includes(value);
      case 'notin':
      case '!=':
        return !has || !this.values.includes(value);
      case 'exists':
        return has;
      case '!':
        return !has;
      case 'gt':
      case 'lt': {
        const found = has ? parseInt64(value) : undefined;
        const bound = this.values.length === 1 ? parseInt64(this.values[0] as string) : undefined;
        if (found === undefined || bound === undefined) return false;
        return this.operator === 'gt' ? found > bound : found < bound;
      }
    }
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Requirement.String
  toString(): string {
    if (this.operator === 'exists') return this.key;
    if (this.operator === '!') return `!${this.key}`;
    // Go: none
    const values = this.values.length === 1 ? this.values[0] : [...this.values].sort().join(',');
    switch (this.operator) {
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${values})`; // Go: none
      case 'gt':
        return `${this.key}>${values}`; // Go: none
      case 'lt':
        return `${this.key}<${values}`;
      default:
        return `${this.key}${this.operator}${values}`;
    }
  }
}

/** A valid requirement, or why it would not be one. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#NewRequirement
export function newRequirement(
  key: string,
  operator: Operator,
  values: readonly string[],
): Result<Requirement> {
  const wrong = validateLabelKey(key) ?? validateValues(operator, values);
  if (wrong) return [undefined, wrong];
  for (const value of values) {
    const err = validateLabelValue(key, value);
    if (err) return [undefined, err];
  }
  return [new Requirement(key, operator, values), undefined];
}

function validateValues(operator: Operator, values: readonly string[]): Error | undefined {
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length === 0) return new Error("for 'in', 'notin' operators, values set can't be empty");
      return undefined;
    case '=':
    case '==':
    case '!=':
      if (values.length !== 1) return new Error('exact-match compatibility requires one single value');
      return undefined;
    case 'exists':
    case '!':
      if (values.length !== 0) return new Error('values set must be empty for exists and does not exist');
      return undefined;
    case 'gt':
    case 'lt':
      if (values.length !== 1) return new Error("for 'Gt', 'Lt' operators, exactly one value is required");
      if (parseInt64(values[0] as string) === undefined) {
        return new Error("for 'Gt', 'Lt' operators, the value must be an integer");
      }
      return undefined;
    default:
      return new Error(`operator '${operator as string}' is not recognized`);
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#validateLabelKey
export function validateLabelKey(key: string): Error | undefined {
  const errs = isQualifiedName(key);
  return errs.length > 0 ? new Error(`invalid label key ${quote(key)}: ${errs.join('; ')}`) : undefined;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#validateLabelValue
function validateLabelValue(key: string, value: string): Error | undefined {
  const errs = isValidLabelValue(value);
  if (errs.length === 0) return undefined;
  return new Error(`invalid label value: ${quote(value)}: at key: ${quote(key)}: ${errs.join('; ')}`);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ByKey
const byKey = (a: Requirement, b: Requirement): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** All requirements hold. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector
class InternalSelector implements Selector {
  readonly #requirements: readonly Requirement[];

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Matches
  matches(labels: LabelSet | undefined): boolean {
    for (const requirement of this.#requirements) if (!requirement.matches(labels)) return false;
    return true;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Empty
  empty(): boolean {
    return this.#requirements.length === 0;
  }

  toString(): string {
    return this.#requirements.map(String).join(',');
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Add
  add(...requirements: readonly Requirement[]): Selector {
    return new InternalSelector([...this.#requirements, ...requirements].sort(byKey));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Requirements
  requirements(): [readonly Requirement[], boolean] {
    return [this.#requirements, true];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.RequiresExactMatch
  requiresExactMatch(label: string): string | undefined {
    const requirement = this.#requirements.find((r) => r.key === label);
    if (!requirement || !['=', '==', 'in'].includes(requirement.operator)) return undefined;
    return requirement.values.length === 1 ? requirement.values[0] : undefined;
  }
}

const matchesNothing: Selector = {
  matches: () => false,
  empty: () => false,
  toString: () => '',
  add: () => matchesNothing,
  requirements: () => [[], false],
  requiresExactMatch: () => undefined,
};

const matchesEverything: Selector = new InternalSelector([]);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Everything
export function everything(): Selector {
  return matchesEverything;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Nothing
export function nothing(): Selector {
  return matchesNothing;
}

/** A selector of all these requirements, in the order of their keys. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#NewSelector
export function newSelector(...requirements: readonly Requirement[]): Selector {
  return matchesEverything.add(...requirements);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Token
export type Token =
  'error' | 'end' | ')' | ',' | '!' | '==' | '=' | '>' | 'identifier' | 'in' | '<' | '!=' | 'notin' | '(';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#string2token
const string2token = new Set<string>([')', ',', '!', '==', '=', '>', 'in', '<', '!=', 'notin', '(']);

/** A token and the text it was read from. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ScannedItem
export interface ScannedItem {
  readonly tok: Token;
  readonly literal: string;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#isWhitespace
const isWhitespace = (ch: string): boolean => ch === ' ' || ch === '\t' || ch === '\r' || ch === '\n';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#isSpecialSymbol
const isSpecialSymbol = (ch: string): boolean => ch !== '' && '=!(),><'.includes(ch);

/** Cuts the text of a selector into tokens. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Lexer
export class Lexer {
  readonly #s: string;
  #pos = 0;

  constructor(s: string) {
    this.#s = s;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Lexer.Lex
  lex(): ScannedItem {
    while (isWhitespace(this.#peek())) this.#pos++; // Go: skipWhiteSpaces
    const ch = this.#peek();
    if (ch === '') return { tok: 'end', literal: '' };
    return isSpecialSymbol(ch) ? this.#scanSpecialSymbol() : this.#scanIDOrKeyword();
  }

  /** The next character; nothing at the end, where a NUL counts as the end too. */
  #peek(): string {
    const ch = this.#s[this.#pos] ?? '';
    return ch === '\0' ? '' : ch;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Lexer.scanIDOrKeyword
  #scanIDOrKeyword(): ScannedItem {
    const start = this.#pos; // Go: buffer
    for (let ch = this.#peek(); ch !== '' && !isSpecialSymbol(ch) && !isWhitespace(ch); ch = this.#peek())
      this.#pos++;
    const literal = this.#s.slice(start, this.#pos);
    return { tok: string2token.has(literal) ? (literal as Token) : 'identifier', literal };
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Lexer.scanSpecialSymbol
  #scanSpecialSymbol(): ScannedItem {
    let last: ScannedItem | undefined;
    let buffer = '';
    for (let ch = this.#peek(); isSpecialSymbol(ch); ch = this.#peek()) {
      buffer += ch;
      if (string2token.has(buffer)) last = { tok: buffer as Token, literal: buffer };
      else if (last) break;
      this.#pos++; // Go: none
    }
    return last ?? { tok: 'error', literal: `error expected: keyword found '${buffer}'` };
  }
}

/** Reads a selector from left to right. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser
class Parser {
  readonly #items: ScannedItem[] = [];
  #position = 0;

  constructor(lexer: Lexer) {
    do this.#items.push(lexer.lex());
    while (this.#items.at(-1)?.tok !== 'end');
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.lookahead
  #lookahead(context: ParserContext): ScannedItem {
    const item = this.#items[this.#position] ?? { tok: 'end' as const, literal: '' };
    const word = context === 'values' && (item.tok === 'in' || item.tok === 'notin');
    return word ? { tok: 'identifier', literal: item.literal } : item;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.consume
  #consume(context: ParserContext): ScannedItem {
    const item = this.#lookahead(context);
    this.#position++;
    return item;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parse
  parse(): Result<Requirement[]> {
    const requirements: Requirement[] = [];
    for (;;) {
      const { tok, literal } = this.#lookahead('values');
      if (tok === 'end') return [requirements, undefined];
      if (tok !== 'identifier' && tok !== '!') {
        return fail(`found '${literal}', expected: !, identifier, or 'end of string'`); // Go: none
      }
      const [requirement, err] = this.#parseRequirement();
      if (err) return fail(`unable to parse requirement: ${err.message}`);
      requirements.push(requirement);
      const separator = this.#consume('values');
      if (separator.tok === 'end') return [requirements, undefined];
      // Go: none
      if (separator.tok !== ',')
        return fail(`found '${separator.literal}', expected: ',' or 'end of string'`);
      const next = this.#lookahead('values');
      if (next.tok !== 'identifier' && next.tok !== '!') {
        return fail(`found '${next.literal}', expected: identifier after ','`);
      }
    }
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parseRequirement
  #parseRequirement(): Result<Requirement> {
    const [inferred, err] = this.#parseKeyAndInferOperator();
    if (err) return [undefined, err];
    const { key } = inferred; // Go: none
    if (inferred.operator) return newRequirement(key, inferred.operator, []);
    const [operator, operatorErr] = this.#parseOperator();
    if (operatorErr) return [undefined, operatorErr];
    const setBased = operator === 'in' || operator === 'notin';
    const [values, valuesErr] = setBased ? this.#parseValues() : this.#parseExactValue();
    if (valuesErr) return [undefined, valuesErr];
    return newRequirement(key, operator, [...new Set(values)].sort());
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parseKeyAndInferOperator
  #parseKeyAndInferOperator(): Result<{ key: string; operator?: Operator }> {
    let operator: Operator | undefined;
    let item = this.#consume('values');
    if (item.tok === '!') {
      operator = '!';
      item = this.#consume('values');
    }
    if (item.tok !== 'identifier') return fail(`found '${item.literal}', expected: identifier`);
    const err = validateLabelKey(item.literal);
    if (err) return [undefined, err];
    const next = this.#lookahead('values').tok;
    if (next === 'end' || next === ',') operator ??= 'exists';
    return [{ key: item.literal, operator }, undefined];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parseOperator
  #parseOperator(): Result<Operator> {
    const { tok, literal } = this.#consume('key and operator');
    const operator = operators[tok];
    if (!operator) return fail(`found '${literal}', expected: '=', '!=', '==', 'in', notin'`);
    return [operator, undefined];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parseValues
  #parseValues(): Result<string[]> {
    const open = this.#consume('values');
    if (open.tok !== '(') return fail(`found '${open.literal}' expected: '('`);
    const { tok, literal } = this.#lookahead('values');
    switch (tok) {
      case 'identifier':
      case ',': {
        const [values, err] = this.#parseIdentifiersList();
        if (err) return [undefined, err];
        if (this.#consume('values').tok !== ')') return fail(`found '${literal}', expected: ')'`);
        return [values, undefined];
      }
      case ')':
        this.#consume('values');
        return [[''], undefined];
      default:
        return fail(`found '${literal}', expected: ',', ')' or identifier`);
    }
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parseIdentifiersList
  #parseIdentifiersList(): Result<string[]> {
    const values: string[] = []; // Go: NewString
    for (;;) {
      const { tok, literal } = this.#consume('values');
      if (tok === 'identifier') {
        values.push(literal);
        const next = this.#lookahead('values');
        if (next.tok === ')') return [values, undefined];
        if (next.tok !== ',') return fail(`found '${next.literal}', expected: ',' or ')'`);
        // Go: CommaToken#2
      } else if (tok === ',') {
        if (values.length === 0) values.push(''); // "(,"
        const next = this.#lookahead('values');
        if (next.tok === ')') return [[...values, ''], undefined]; // ",)"
        if (next.tok === ',') {
          this.#consume('values');
          values.push(''); // ",,"
        }
        // Go: default#2
      } else {
        return fail(`found '${literal}', expected: ',', or identifier`);
      }
    }
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parser.parseExactValue
  #parseExactValue(): Result<string[]> {
    const next = this.#lookahead('values').tok;
    if (next === 'end' || next === ',') return [[''], undefined];
    const { tok, literal } = this.#consume('values');
    if (tok === 'identifier') return [[literal], undefined];
    return fail(`found '${literal}', expected: identifier`);
  }
}

/** Where `in` and `notin` are words like any other. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ParserContext
type ParserContext = 'key and operator' | 'values';

const fail = (message: string): [undefined, Error] => [undefined, new Error(message)];

const operators: Partial<Record<Token, Operator>> = {
  in: 'in',
  '=': '=',
  '==': '==',
  '>': 'gt',
  '<': 'lt',
  notin: 'notin',
  '!=': '!=',
};

/** Reads a selector such as `app=web,tier in (front,back),!legacy`, or says what is wrong with it. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parse
export function parse(selector: string): Result<Selector> {
  const [requirements, err] = parseToRequirements(selector);
  return err ? [undefined, err] : [newSelector(...requirements), undefined];
}

/** Matches what has all labels of the set; everything if the set is empty or undefined. Does not validate the set. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#SelectorFromSet
export function selectorFromSet(set: LabelSet | undefined): Selector {
  return newSelector(...Object.entries(set ?? {}).map(([key, value]) => new Requirement(key, '=', [value])));
}

/** As `selectorFromSet`, or why the set is not valid. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ValidatedSelectorFromSet
export function validatedSelectorFromSet(set: LabelSet | undefined): Result<Selector> {
  const requirements: Requirement[] = [];
  for (const [key, value] of Object.entries(set ?? {})) {
    const [requirement, err] = newRequirement(key, '=', [value]);
    if (err) return [undefined, err];
    requirements.push(requirement);
  }
  return [newSelector(...requirements), undefined];
}

/** The requirements of a selector, in the order of their keys. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ParseToRequirements
export function parseToRequirements(selector: string): Result<readonly Requirement[]> {
  const [requirements, err] = new Parser(new Lexer(selector)).parse();
  return err ? [undefined, err] : [newSelector(...requirements).requirements()[0], undefined];
}
