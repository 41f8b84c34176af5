/** Orders programs as readers look for them: controllers, then the scheduler, kubelets, and the rest by name. */
export function byProgram(a: string, b: string): number {
  return programRank(a) - programRank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function programRank(program: string): number {
  const rank = ['controller', 'scheduler', 'kubelet'].findIndex((word) => program.includes(word));
  return rank < 0 ? 3 : rank;
}
