import type { Writer } from '../../../../../../../go/os.ts';
import { newPointer } from '../../../../../../../go/pointer.ts';
import { FlagSet, flagUsagesWrapped } from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** Flags in sections, which keep the order in which they were first asked for. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/sectioned.go#NamedFlagSets
export class NamedFlagSets {
  readonly order: string[] = [];
  readonly flagSets = new Map<string, FlagSet>();

  /** The section of that name, which is made if it is not there. */
  // Mirrors: staging/src/k8s.io/component-base/cli/flag/sectioned.go#NamedFlagSets.FlagSet
  flagSet(name: string): FlagSet {
    const known = this.flagSets.get(name);
    if (known !== undefined) return known;
    const flags = new FlagSet(name, 'exit');
    this.flagSets.set(name, flags);
    this.order.push(name);
    return flags;
  }
}

/**
 * The help of all sections. With a width, a flag as wide as that is added for a moment, so that all sections have
 * their usage in the same column.
 */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/sectioned.go#PrintSections
export function printSections(to: Writer, sets: NamedFlagSets, cols: number): void {
  for (const name of sets.order) {
    const flags = sets.flagSet(name);
    if (!flags.hasFlags()) continue;
    const wide = new FlagSet('', 'exit');
    wide.addFlagSet(flags);
    const widest = 'z'.repeat(Math.max(0, cols - 24));
    if (widest !== '') wide.intVar(newPointer(0), widest, 0, widest);
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const text = `\n${title} flags:\n\n${flagUsagesWrapped(wide, cols)}`;
    if (widest === '') to.write(text);
    else to.write(`${text.slice(0, text.indexOf(widest)).split('\n').slice(0, -1).join('\n')}\n`);
  }
}
