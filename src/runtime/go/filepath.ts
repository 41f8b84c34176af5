/** Joins the parts that are not empty with slashes, and shortens the path as `filepath.Clean` does. */
export function join(...parts: readonly string[]): string {
  const present = parts.filter((part) => part !== '');
  return present.length === 0 ? '' : clean(present.join('/'));
}

/** The shortest path that leads to the same place: without `.`, doubled slashes, and `..` that can be followed. */
function clean(path: string): string {
  const rooted = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!rooted) kept.push(part);
  }
  return rooted ? `/${kept.join('/')}` : kept.join('/') || '.';
}
