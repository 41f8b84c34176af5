/** Address of a row on the page of its component: of RS-04 it is `/coverage/rs/#RS-04`. */
export function rowHref(id: string): string {
  return `${componentHref(id.split('-')[0] ?? '')}#${id}`;
}

/** The rows that a chapter explains, in the order of its text. */
export function rowsExplainedIn(mdx: string): string[] {
  return [...mdx.matchAll(/<Explains\s+rows="([^"]*)"/g)].flatMap(([, rows = '']) =>
    rows.split(/\s+/).filter(Boolean),
  );
}

/** Address of the page of a component, by its code. */
export function componentHref(code: string): string {
  return `/coverage/${code.toLowerCase()}/`;
}

/** Address of a line of ours where the code is kept, as REPOSITORY_URL says; undefined where nothing says so. */
export function repositoryHref(
  path: string,
  line: number,
  repository = process.env.REPOSITORY_URL,
): string | undefined {
  return repository ? `${repository.replace(/\/$/, '')}/blob/main/${path}#L${line}` : undefined;
}
