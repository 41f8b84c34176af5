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
  left: string;
  right: string;
}

/** Writes calls of the hook into a program's text, and never a line break. */
export class Writer {
  readonly lines: HookedLine[] = [];
  readonly #inserted = new Map<number, Inserted>();
  readonly #code: string;
  readonly #hook: string;
  readonly #noteThrow: string | undefined;

  /**
   * What the code calls the line hook. Given what it calls the function that is told what it throws, it also tells the hook of
   * calls of functions that are one expression.
   */
  constructor(code: string, hook: string, noteThrow?: string) {
    this.#code = code;
    this.#hook = hook;
    this.#noteThrow = noteThrow;
  }

  /** The call that tells the hook of a line. */
  line(node: Node, place: FunctionScope): string {
    const line = node.loc?.start.line ?? 0;
    if (!this.lines.some((known) => known.line === line)) this.lines.push({ line, function: place.name });
    const locals = [...withNames(place.names, place.outer)].join(',');
    return `if(${this.#hook})${this.#hook}.line($$file,${line},${JSON.stringify(place.name)},{${locals}});`;
  }

  before(node: Node, text: string): void {
    this.#at(node.start).right += text;
  }

  /** Inside a block, behind its opening brace. */
  opening(node: Node, text: string): void {
    this.#at(node.start + 1).left += text;
  }

  /** Tells the hook, before the expression that is all of a function, that the function is called. */
  pass(body: Node, place: FunctionScope): void {
    if (this.#noteThrow === undefined) return;
    const line = body.loc?.start.line ?? 0;
    this.#at(body.start).right += `(${this.#hook}?.pass?.($$file,${line},${JSON.stringify(place.name)}),`;
    this.#before(body.end, ')');
  }

  /** Makes a block of a statement that is none. */
  wrap(node: Node, text: string): void {
    this.#at(node.start).right += `{${text}`;
    this.#before(node.end, '}');
  }

  /** Tells what a statement is about to throw. */
  throwing({ argument, loc }: ThrowStatement): void {
    if (this.#noteThrow === undefined) return;
    this.#at(argument.start).right += `${this.#noteThrow}((`;
    this.#before(argument.end, `),$$file,${loc?.start.line ?? 0})`);
  }

  /** Tells the hook when a function's body is entered and left. */
  around(body: Node, name: string): void {
    const hook = this.#hook;
    const enter = `if(${hook})${hook}.enter($$file,${JSON.stringify(name)});try{`;
    const leave = `}finally{if(${hook})${hook}.leave();}`;
    if (body.end - body.start === 2) {
      this.opening(body, enter + leave);
      return;
    }
    this.opening(body, enter);
    this.#before(body.end - 1, leave);
  }

  /** The source's first line is still the first: a directive stays in front. */
  finish(prelude: string): string {
    this.lines.sort((a, b) => a.line - b.line);
    const directive = /^\s*"use strict";/.exec(this.#code)?.[0] ?? '';
    this.#at(directive.length).left += prelude;
    let text = '';
    let from = 0;
    for (const [place, { left, right }] of [...this.#inserted].sort(([a], [b]) => a - b)) {
      text += this.#code.slice(from, place) + left + right;
      from = place;
    }
    return text + this.#code.slice(from);
  }

  /** The end of what stands outside comes behind the end of what stands inside, and outer nodes are written first. */
  #before(place: number, text: string): void {
    const at = this.#at(place);
    at.left = text + at.left;
  }

  #at(place: number): Inserted {
    const at = this.#inserted.get(place) ?? { left: '', right: '' };
    this.#inserted.set(place, at);
    return at;
  }
}
