import type { Result } from '../../../../../../../go/result.ts';
import type { Operator } from '../selection/operator.ts';
import {
  type Requirement,
  type Selector,
  newRequirement,
  newSelector,
  validateLabelKey,
} from './selector.ts';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Token
export type Token =
  'error' | 'end' | ')' | ',' | '!' | '==' | '=' | '>' | 'identifier' | 'in' | '<' | '!=' | 'notin' | '(';

/** A token and the text it was read from. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ScannedItem
export interface ScannedItem {
  readonly tok: Token;
  readonly literal: string;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#string2token
const string2token = new Set<string>([')', ',', '!', '==', '=', '>', 'in', '<', '!=', 'notin', '(']);

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
    while (isWhitespace(this.#peek())) this.#pos++;
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
    const start = this.#pos;
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
      this.#pos++;
    }
    return last ?? { tok: 'error', literal: `error expected: keyword found '${buffer}'` };
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
        return fail(`found '${literal}', expected: !, identifier, or 'end of string'`);
      }
      const [requirement, err] = this.#parseRequirement();
      if (err) return fail(`unable to parse requirement: ${err.message}`);
      requirements.push(requirement);
      const separator = this.#consume('values');
      if (separator.tok === 'end') return [requirements, undefined];
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
    const { key } = inferred;
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
    const values: string[] = [];
    for (;;) {
      const { tok, literal } = this.#consume('values');
      if (tok === 'identifier') {
        values.push(literal);
        const next = this.#lookahead('values');
        if (next.tok === ')') return [values, undefined];
        if (next.tok !== ',') return fail(`found '${next.literal}', expected: ',' or ')'`);
      } else if (tok === ',') {
        if (values.length === 0) values.push(''); // "(,"
        const next = this.#lookahead('values');
        if (next.tok === ')') return [[...values, ''], undefined]; // ",)"
        if (next.tok === ',') {
          this.#consume('values');
          values.push(''); // ",,"
        }
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

/** Reads a selector such as `app=web,tier in (front,back),!legacy`, or says what is wrong with it. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Parse
export function parse(selector: string): Result<Selector> {
  const [requirements, err] = parseToRequirements(selector);
  return err ? [undefined, err] : [newSelector(...requirements), undefined];
}

/** The requirements of a selector, in the order of their keys. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ParseToRequirements
export function parseToRequirements(selector: string): Result<readonly Requirement[]> {
  const [requirements, err] = new Parser(new Lexer(selector)).parse();
  return err ? [undefined, err] : [newSelector(...requirements).requirements()[0], undefined];
}
