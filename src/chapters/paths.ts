/** A way through the book for one kind of reader. Each chapter says in its head which of them lead through it. */
export interface Path {
  readonly id: 'clusters' | 'controllers' | 'source';
  /** Who it is for. */
  readonly title: string;
  /** What such a reader wants. */
  readonly wants: string;
}

export const paths: readonly Path[] = [
  {
    id: 'clusters',
    title: 'You run clusters',
    wants:
      'You want to know why a pod is Pending, who leads, and what that controller did at three in the morning. No Go is needed.',
  },
  {
    id: 'controllers',
    title: 'You write controllers',
    wants:
      'You want to see why the cache is stale, why the key comes back, and why the write conflicts. At the end you take a program in Go home.',
  },
  {
    id: 'source',
    title: 'You read the source together',
    wants:
      'You want every function on the way from main() to a running pod, one chapter a session, with the same moment open on every screen.',
  },
];
