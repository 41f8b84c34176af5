import { quote } from '../../../../../../../go/strconv.ts';

/** The part of Go's `fmt.Sprintf` that messages of events use: `%v`, `%s`, `%d`, `%q` and `%%`. Throws on any other. */
export function sprintf(format: string, ...args: readonly unknown[]): string {
  let next = 0;
  const text = format.replace(/%(.?)/g, (_whole, verb: string) => {
    if (verb === '%') return '%';
    if (!'vsdq'.includes(verb) || verb === '')
      throw new Error(`sprintf: expected %v, %s, %d, %q or %%, found %${verb}`);
    if (next >= args.length) return `%!${verb}(MISSING)`;
    const value = String(args[next++]);
    return verb === 'q' ? quote(value) : value;
  });
  if (next < args.length)
    throw new Error(`sprintf: expected ${next} arguments for "${format}", found ${args.length}`);
  return text;
}
