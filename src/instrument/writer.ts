import type { Node } from 'acorn';
import { MagicString } from 'magic-string';
import { type Names, withNames } from './scope.ts';

/** A line at which the code can be seen to stand. */
export interface HookedLine {
  readonly line: number;
  readonly function: string;
}

/** Where a node stands: in which function, and what can be read there. */
export interface Place {
  readonly name: string;
  /** The function's own variables that hold a value. */
  readonly names: Names;
  /** Those of the functions around it that it mentions. */
  readonly outer: Names;
}

/** Writes calls of the hook into a program's text, and never a line break. */
export class Writer {
  readonly lines: HookedLine[] = [];
  readonly #text: MagicString;
  readonly #code: string;
  readonly #hook: string;

  constructor(code: string, hook: string) {
    this.#text = new MagicString(code);
    this.#code = code;
    this.#hook = hook;
  }

  /** The call that tells the hook of a line. */
  line(node: Node, place: Place): string {
    const line = node.loc?.start.line ?? 0;
    if (!this.lines.some((known) => known.line === line)) this.lines.push({ line, function: place.name });
    const locals = [...withNames(place.names, place.outer)].join(',');
    return `if(${this.#hook})${this.#hook}.line($$file,${line},${JSON.stringify(place.name)},{${locals}});`;
  }

  before(node: Node, text: string): void {
    this.#text.appendRight(node.start, text);
  }

  /** Inside a block, behind its opening brace. */
  opening(node: Node, text: string): void {
    this.#text.appendLeft(node.start + 1, text);
  }

  /** Makes a block of a statement that is none. */
  wrap(node: Node, text: string): void {
    this.#text.appendRight(node.start, `{${text}`);
    this.#text.prependLeft(node.end, '}');
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
    this.#text.prependLeft(body.end - 1, leave);
  }

  /** The source's first line is still the first: a directive stays in front. */
  finish(prelude: string): string {
    this.lines.sort((a, b) => a.line - b.line);
    const directive = /^\s*"use strict";/.exec(this.#code)?.[0] ?? '';
    this.#text.appendLeft(directive.length, prelude);
    return this.#text.toString();
  }
}
