import type { Result } from '../../../../../../../go/result.ts';
import type { Set } from './fields.ts';
import type { Requirement } from './requirements.ts';

/** Renames a field and its value, or refuses it. Both empty: the term is dropped. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#TransformFunc
export type TransformFunc = (field: string, value: string) => Result<[string, string]>;

/**
 * Chooses objects by their fields: all terms hold. A field that an object does not have is the empty string.
 * Kubernetes builds a tree of terms here; Loopscope keeps their list, because a tree of ands is one.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#Selector
export class Selector {
  readonly requirements: readonly Requirement[];

  constructor(requirements: readonly Requirement[]) {
    this.requirements = requirements;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#Selector.Matches
  matches(fields: Set): boolean {
    return this.requirements.every(({ operator, field, value }) => {
      return ((Object.hasOwn(fields, field) ? fields[field] : '') === value) === (operator === '=');
    });
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#Selector.Empty
  empty(): boolean {
    return this.requirements.length === 0;
  }

  /** The value that it asks of a field, if it asks for one. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#Selector.RequiresExactMatch
  requiresExactMatch(field: string): string | undefined {
    return this.requirements.find((r) => r.field === field && r.operator === '=')?.value;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#Selector.Transform
  transform(fn: TransformFunc): Result<Selector> {
    const next: Requirement[] = [];
    for (const { operator, field, value } of this.requirements) {
      const [transformed, err] = fn(field, value);
      if (err) return [undefined, err];
      const [newField, newValue] = transformed;
      if (newField !== '' || newValue !== '') next.push({ operator, field: newField, value: newValue });
    }
    return [new Selector(next), undefined];
  }

  toString(): string {
    return this.requirements.map((r) => `${r.field}${r.operator}${escapeValue(r.value)}`).join(',');
  }
}

const matchesEverything = new Selector([]);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#Everything
export function everything(): Selector {
  return matchesEverything;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#SelectorFromSet
export function selectorFromSet(set: Set | undefined): Selector {
  return new Selector(Object.entries(set ?? {}).map(([field, value]) => ({ operator: '=', field, value })));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#OneTermEqualSelector
export function oneTermEqualSelector(field: string, value: string): Selector {
  return new Selector([{ operator: '=', field, value }]);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#OneTermNotEqualSelector
export function oneTermNotEqualSelector(field: string, value: string): Selector {
  return new Selector([{ operator: '!=', field, value }]);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#AndSelectors
export function andSelectors(...selectors: readonly Selector[]): Selector {
  return new Selector(selectors.flatMap((selector) => selector.requirements));
}

/** Writes any text as a value of a field selector. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#EscapeValue
export function escapeValue(s: string): string {
  return s.replace(/[\\,=]/g, '\\$&');
}

/** The text that `escapeValue` wrote, or why the value is not well formed. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#UnescapeValue
export function unescapeValue(s: string): Result<string> {
  let value = '';
  let inSlash = false;
  for (const c of s) {
    if (inSlash) {
      if (c !== '\\' && c !== ',' && c !== '=') return invalidEscapeSequence(`\\${c}`);
      value += c;
      inSlash = false;
    } else if (c === '\\') {
      inSlash = true;
    } else if (c === ',' || c === '=') {
      const rune = c.codePointAt(0);
      return [undefined, new Error(`invalid field selector: unescaped character in value: ${rune}`)];
    } else {
      value += c;
    }
  }
  return inSlash ? invalidEscapeSequence('\\') : [value, undefined];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#InvalidEscapeSequence
function invalidEscapeSequence(sequence: string): [undefined, Error] {
  return [undefined, new Error(`invalid field selector: invalid escape sequence: ${sequence}`)];
}

/** Cuts at the commas that are not escaped. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#splitTerms
export function splitTerms(fieldSelector: string): string[] {
  if (fieldSelector.length === 0) return [];
  const terms: string[] = [];
  let startIndex = 0;
  let inSlash = false;
  for (let i = 0; i < fieldSelector.length; i++) {
    const c = fieldSelector[i];
    if (inSlash) {
      inSlash = false;
    } else if (c === '\\') {
      inSlash = true;
    } else if (c === ',') {
      terms.push(fieldSelector.slice(startIndex, i));
      startIndex = i + 1;
    }
  }
  return [...terms, fieldSelector.slice(startIndex)];
}

/** `[left, operator, right]` of a term, cut at its first operator; undefined if it has none. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#splitTerm
export function splitTerm(term: string): [string, '=' | '==' | '!=', string] | undefined {
  for (let i = 0; i < term.length; i++) {
    for (const operator of ['!=', '==', '='] as const) {
      if (term.startsWith(operator, i)) return [term.slice(0, i), operator, term.slice(i + operator.length)];
    }
  }
  return undefined;
}

/** Reads a selector such as `spec.nodeName=node-a,status.phase!=Failed`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#ParseSelector
export function parseSelector(selector: string): Result<Selector> {
  return parseAndTransformSelector(selector, (field, value) => [[field, value], undefined]);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/selector.go#ParseAndTransformSelector
export function parseAndTransformSelector(selector: string, fn: TransformFunc): Result<Selector> {
  const requirements: Requirement[] = [];
  for (const part of splitTerms(selector).sort()) {
    if (part === '') continue;
    const term = splitTerm(part);
    if (!term) return [undefined, new Error(`invalid selector: '${selector}'; can't understand '${part}'`)];
    const [value, err] = unescapeValue(term[2]);
    if (err) return [undefined, err];
    requirements.push({ operator: term[1] === '!=' ? '!=' : '=', field: term[0], value });
  }
  return new Selector(requirements).transform(fn);
}
