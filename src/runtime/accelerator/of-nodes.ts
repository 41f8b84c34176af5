import type { NodeInfoLister } from '../kubernetes/pkg/scheduler/framework/listers.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';

/** So many answers are kept: pods ask about nodes in few ways. */
const maxAnswers = 64;

/** What is found by going over all nodes of a snapshot. */
export class OfNodes<T> {
  readonly #nodes: NodeInfoLister;
  readonly #answers = new Map<string, T>();

  constructor(nodes: NodeInfoLister) {
    this.#nodes = nodes;
  }

  /** The answer to a question; `find` is called if it is not known. */
  of(question: string, find: (nodes: readonly NodeInfo[]) => T): T {
    if (this.#answers.size >= maxAnswers) this.#answers.clear();
    let answer = this.#answers.get(question);
    if (answer === undefined) this.#answers.set(question, (answer = find(this.#nodes.list())));
    return answer;
  }

  /** To be called when a node comes, goes or changes itself. What happens to its pods does not count. */
  forget(): void {
    this.#answers.clear();
  }
}
