import type { Result } from '../../runtime/go/result.ts';

/** Where something is told, outside this site. */
export interface Source {
  readonly href: string;
  /** What a link to it says. */
  readonly words: string;
}

/** A source that content names: an address, or an issue or pull request as `owner/name#123`. */
export function sourceOf(source: string): Result<Source> {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(source) ?? [];
  if (repository && number)
    return [{ href: `https://github.com/${repository}/issues/${number}`, words: source }, undefined];
  const address = URL.canParse(source) ? new URL(source) : undefined;
  if (address?.protocol === 'https:') {
    const words = `${address.host}${address.pathname}`.replace(/\/$/, '');
    return [{ href: source, words }, undefined];
  }
  return [
    undefined,
    new Error(
      `expected an address that begins with https://, or an issue such as kubernetes/website#123, found "${source}"`,
    ),
  ];
}
