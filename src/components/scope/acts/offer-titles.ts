interface OfferTitle {
  readonly id: string;
  readonly title: string;
}

/** What a reader can do to a run, in the order of the menu. The words stand after "What if you…". */
export const offerTitles: readonly OfferTitle[] = [
  { id: 'scale', title: 'scale a ReplicaSet' },
  { id: 'delete', title: 'delete a pod' },
  { id: 'fail', title: 'let a pod fail' },
  { id: 'relabel', title: 'relabel a pod' },
  { id: 'cut-watch', title: 'cut a watch' },
  { id: 'delay-watch', title: 'delay a watch' },
  { id: 'conflict', title: 'make writes conflict' },
  { id: 'crash', title: 'crash a program' },
  { id: 'start', title: 'start a program again' },
  { id: 'lose-event', title: 'lose an event' },
  { id: 'start-with', title: 'start a program with flags' },
  { id: 'terminate', title: 'send SIGTERM' },
  { id: 'send-usr2', title: 'send SIGUSR2' },
  { id: 'partition', title: 'cut a program off' },
  { id: 'pause', title: 'let a program stand still' },
  { id: 'skew-clock', title: 'set a clock wrong' },
  { id: 'refuse', title: 'let a path be refused' },
  { id: 'request', title: 'ask a program over HTTP' },
  { id: 'label-node', title: 'label a node' },
  { id: 'taint', title: 'taint a node' },
  { id: 'cordon', title: 'cordon a node' },
  { id: 'add-node', title: 'add a node' },
  { id: 'delete-node', title: 'delete a node' },
  { id: 'node-pool', title: 'resize the pool of nodes' },
  { id: 'profile', title: 'change the profile' },
];

/** Those that a scenario offers; if it does not say which, those that fit a ReplicaSet: all up to `start`. */
export function offered(ids?: readonly string[]): readonly OfferTitle[] {
  return ids ? offerTitles.filter(({ id }) => ids.includes(id)) : offerTitles.slice(0, 9);
}
