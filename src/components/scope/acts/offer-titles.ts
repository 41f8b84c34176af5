/** What a reader can do to a run, in the order of the menu. The words stand after "What if you…". */
export const offerTitles: readonly { readonly id: string; readonly title: string }[] = [
  { id: 'scale', title: 'scale a ReplicaSet' },
  { id: 'delete', title: 'delete a pod' },
  { id: 'fail', title: 'let a pod fail' },
  { id: 'relabel', title: 'relabel a pod' },
  { id: 'cut-watch', title: 'cut a watch' },
  { id: 'delay-watch', title: 'delay a watch' },
  { id: 'conflict', title: 'make writes conflict' },
  { id: 'crash', title: 'crash a program' },
  { id: 'start', title: 'start a program again' },
];
