import type { Sim } from '../../../../../../../../sim/sim.ts';

const maxNameLength = 63;
const randomLength = 5;
const maxGeneratedNameLength = maxNameLength - randomLength;

/** A base with five random characters after it, cut so that it fits a DNS label. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/names/generate.go#simpleNameGenerator.GenerateName
export function generateName(sim: Sim, base: string): string {
  return base.slice(0, maxGeneratedNameLength) + sim.random.name(randomLength);
}
