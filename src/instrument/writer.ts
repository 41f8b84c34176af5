import type { Node, ThrowStatement } from 'acorn';
import { type Names, withNames } from './scope.ts';

/** A line at which the code can be seen to stand. */
export interface HookedLine {
  readonly line: number;
  readonly function: string;
}

/** Where a node stands: in which function, and what can be read there. */
export interface FunctionScope {
  readonly name: string;
  /** The function's own variables that hold a value. */
  readonly names: Names;
  /** Those of the functions around it that it mentions. */
  readonly outer: Names;
}

/** What is put in at a place of a text: first what ends there, then what begins there. */
interface Inserted {
  readonly ends: End[];
  begins: string;
}

/** The text that ends what began at `start`. */
interface End {
  readonly start: number;
  readonly text: string;
}

/** Writes calls of the hook into a program's text, and never a line break. */
export class Writer {
  readonly lines: HookedLine[] = [];
  readonly #inserted = new Map<number, Inserted>();
  readonly #code: string;
  readonly #hook: string;
  readonly #noteThrow: string | undefined;
  readonly #broke: string | undefined;

  /**
   * What the code calls the line hook. Given what it calls the function that is told what it throws, it also tells the hook of
   * calls of functions that are one expression. `broke` is what it calls the function that is told what leaves its functions.
   */
  constructor(code: string, hook: string, noteThrow?: string, broke?: string) {
    this.#code = code;
    this.#hook = hook;
    this.#noteThrow = noteThrow;
    this.#broke = broke;
  }

  /** The call that tells the hook of a line. */
  line(node: Node, place: FunctionScope): string {
    const line = node.loc?.start.line ?? 0;
    if (!this.lines.some((known) => known.line === line)) this.lines.push({ line, function: place.name });
    const locals = [...withNames(place.names, place.outer)].join(',');
    return `if(${this.#hook})${this.#hook}.line($$file,${line},${JSON.stringify(place.name)},{${locals}});`;
  }

  before(node: Node, text: string): void {
    this.#at(node.start).begins += text;
  }

  /** Inside a block, behind its opening brace. */
  opening(node: Node, text: string): void {
    this.#at(node.start + 1).begins += text;
  }

  /** Tells the hook, before the expression that is all of a function, that the function is called. */
  pass(body: Node, place: FunctionScope): void {
    if (this.#noteThrow === undefined) return;
    const line = body.loc?.start.line ?? 0;
    const pass = `(${this.#hook}?.pass?.($$file,${line},${JSON.stringify(place.name)}),`;
    this.enclose(body, pass, ')');
  }

  /** Makes a block of a statement that is none. */
  wrap(node: Node, text: string): void {
    this.enclose(node, `{${text}`, '}');
  }

  /** Tells what a statement is about to throw. */
  throwing({ argument, loc }: ThrowStatement): void {
    if (this.#noteThrow === undefined) return;
    this.enclose(argument, `${this.#noteThrow}((`, `),$$file,${loc?.start.line ?? 0})`);
  }

  /** Puts a node between two texts, inside what is put round it already. */
  enclose({ start, end }: Node, opening: string, closing: string): void {
    this.#at(start).begins += opening;
    this.#at(end).ends.push({ start, text: closing });
  }

  /** Inside a block, before its closing brace and before what stands there already. */
  closing({ start, end }: Node, text: string): void {
    this.#at(end - 1).ends.push({ start, text });
  }

  /** Tells the hook when a function's body is entered and left. */
  around(body: Node, name: string): void {
    const hook = this.#hook;
    const enter = `if(${hook})${hook}.enter($$file,${JSON.stringify(name)});try{`;
    const broke = this.#broke === undefined ? '' : `}catch($$error){throw ${this.#broke}($$error);`;
    const leave = `${broke}}finally{if(${hook})${hook}.leave();}`;
    if (body.end - body.start === 2) {
      this.opening(body, enter + leave);
      return;
    }
    this.opening(body, enter);
    this.closing(body, leave);
  }

  /** The source's first line is still the first: a directive stays in front. */
  finish(prelude: string): string {
    this.lines.sort((a, b) => a.line - b.line);
    const directive = /^\s*"use strict";/.exec(this.#code)?.[0] ?? '';
    const first = this.#at(directive.length);
    first.begins = prelude + first.begins;
    let text = '';
    let from = 0;
    for (const [place, { ends, begins }] of [...this.#inserted].sort(([a], [b]) => a - b)) {
      // What began last ends first; of what begins at one place, what was put there last.
      const inner = ends.toReversed().sort((a, b) => b.start - a.start);
      text += this.#code.slice(from, place) + inner.map((end) => end.text).join('') + begins;
      from = place;
    }
    return text + this.#code.slice(from);
  }

  #at(place: number): Inserted {
    const at = this.#inserted.get(place) ?? { ends: [], begins: '' };
    this.#inserted.set(place, at);
    return at;
  }
}
