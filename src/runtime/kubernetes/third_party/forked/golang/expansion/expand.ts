// Mirrors: third_party/forked/golang/expansion/expand.go#operator
const operator = '$';
// Mirrors: third_party/forked/golang/expansion/expand.go#referenceOpener
const referenceOpener = '(';
// Mirrors: third_party/forked/golang/expansion/expand.go#referenceCloser
const referenceCloser = ')';

// Mirrors: third_party/forked/golang/expansion/expand.go#syntaxWrap
function syntaxWrap(input: string): string {
  return operator + referenceOpener + input + referenceCloser;
}

/** What a name stands for: the value of the first that has it, else the reference as it was written. */
// Mirrors: third_party/forked/golang/expansion/expand.go#MappingFuncFor
export function mappingFuncFor(
  ...context: readonly ReadonlyMap<string, string>[]
): (input: string) => string {
  return (input) => {
    for (const vars of context) {
      const val = vars.get(input);
      if (val !== undefined) return val;
    }
    return syntaxWrap(input);
  };
}

/** Puts values in the place of references such as `$(NAME)`. `$$` is a `$` that begins none. */
// Mirrors: third_party/forked/golang/expansion/expand.go#Expand
export function expand(input: string, mapping: (name: string) => string): string {
  let buf = '';
  let checkpoint = 0;
  for (let cursor = 0; cursor < input.length; cursor++) {
    if (input[cursor] !== operator || cursor + 1 >= input.length) continue;
    buf += input.slice(checkpoint, cursor);
    const [read, isVar, advance] = tryReadVariableName(input.slice(cursor + 1));
    buf += isVar ? mapping(read) : read;
    cursor += advance;
    checkpoint = cursor + 1;
  }
  return buf + input.slice(checkpoint);
}

/** What stands behind an operator, whether that is a name, and how many characters it takes. */
// Mirrors: third_party/forked/golang/expansion/expand.go#tryReadVariableName
function tryReadVariableName(input: string): [read: string, isVar: boolean, advance: number] {
  const first = input.charAt(0);
  if (first === operator) return [operator, false, 1];
  if (first !== referenceOpener) return [operator + first, false, 1];
  const end = input.indexOf(referenceCloser, 1);
  return end < 0 ? [operator + referenceOpener, false, 1] : [input.slice(1, end), true, end + 1];
}
