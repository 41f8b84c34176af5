import type { NodeInfoLister } from './listers.ts';
import type { NodeInfo } from './types.ts';

/** So many answers are kept: pods ask about nodes in few ways. */
const maxAnswers = 64;

/** What is found by going over all nodes. It is kept until a node comes, goes or changes itself. */
export class OfNodes<T> {
  readonly #answers = new Map<string, T>();
  #nodesGeneration = -1;

  /** The answer to a question; `find` is called if it is not known. */
  of(nodeInfos: NodeInfoLister, question: string, find: (nodes: readonly NodeInfo[]) => T): T {
    const nodesGeneration = nodeInfos.nodesGeneration();
    if (this.#nodesGeneration !== nodesGeneration || this.#answers.size >= maxAnswers) this.#answers.clear();
    this.#nodesGeneration = nodesGeneration;
    let answer = this.#answers.get(question);
    if (answer === undefined) this.#answers.set(question, (answer = find(nodeInfos.list())));
    return answer;
  }
}
