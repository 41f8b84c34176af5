import { describe, expect, test } from 'vitest';
import { excerpt } from '../../../src/components/prose/snippet.ts';

const source = `
/** How many at once.
 * Mirrors: pkg/controller/replicaset/replica_set.go#BurstReplicas
 */
export const burstReplicas = 500;

export class Queue {
  size = 0;

  /**
   * Takes one.
   * Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.Get
   */
  *get(): Generator {
    yield 1;

    return 2;
  }
}

export class Other {
  *get(): Generator {}
  burstReplicas = burstReplicas;
}
`;

describe('a snippet', () => {
  test('of a method has its lines without its comment, and its class', () => {
    expect(excerpt('queue.ts', source, 'Queue.get')).toEqual({
      firstLine: 14,
      lastLine: 18,
      owner: 'Queue',
    });
  });

  test('of a variable has its whole statement, though a member of a class is called like it', () => {
    const { firstLine, lastLine, owner } = excerpt('queue.ts', source, 'burstReplicas');
    expect([firstLine, lastLine, owner]).toEqual([5, 5, undefined]);
  });

  test('of a name that is not there says which names are', () => {
    expect(() => excerpt('queue.ts', source, 'put')).toThrow(
      'Snippet: "put" is not declared in queue.ts. Write one of: burstReplicas, Queue, Queue.size, Queue.get, Other, Other.get, Other.burstReplicas.',
    );
  });

  test('of a name that is there twice asks which', () => {
    expect(() => excerpt('queue.ts', source, 'get')).toThrow(
      'Snippet: "get" is declared 2 times in queue.ts. Write one of: Queue.get, Other.get.',
    );
  });
});
