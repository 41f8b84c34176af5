import { type ContentFile, pageOf } from '../../chapters/content.ts';
import { type Site, hasPage, pageAt } from '../site/site.ts';
import { type ContentProblem, type Rule, choice } from './rule.ts';

/** A heading of the page, of the prose or of a component in it. */
interface PageHeading {
  readonly depth: number;
  readonly anchor: string;
  readonly line: number;
}

/** Headings have ids of their own, and no level is left out. */
export const headingsAreInOrder: Rule = (file, site) => {
  const headings = headingsOf(file, site);
  const { path } = file;
  return headings.flatMap(({ depth, anchor, line }, i): ContentProblem[] => {
    const before = headings[i - 1]?.depth ?? 1;
    const twin = headings.slice(0, i).find((each) => each.anchor === anchor);
    return [
      ...(twin
        ? [
            {
              path,
              line,
              says: `the heading "${anchor}" stands in line ${twin.line} already, so links could not tell them apart. Word one of them otherwise.`,
            },
          ]
        : []),
      ...(depth === 1
        ? [
            {
              path,
              line,
              says: 'the title of the page is its one heading of level 1: begin this one with ##.',
            },
          ]
        : []),
      ...(depth > before + 1
        ? [
            {
              path,
              line,
              says: `a heading of level ${depth} follows one of level ${before}: begin it with ${'#'.repeat(before + 1)}.`,
            },
          ]
        : []),
    ];
  });
};

/** Links inside the site lead to pages and headings that are there. */
export const linksLead: Rule = (file, site) =>
  file.links.flatMap(({ url, line }): ContentProblem[] => {
    const { path } = file;
    if (/^[a-z][a-z+.-]*:/i.test(url) || url.startsWith('//')) return [];
    if (url.includes('#scope=')) {
      return [
        {
          path,
          line,
          says: 'a link to a moment is typed in, and would lead astray when the run changes: write <Moment at="…">.',
        },
      ];
    }
    const [address = '', anchor] = url.split('#');
    if (address !== '' && !address.startsWith('/')) {
      return [
        {
          path,
          line,
          says: `the link "${url}" depends on where it stands: begin it with /, or with # for this page.`,
        },
      ];
    }
    if (address !== '' && !hasPage(site, address)) {
      const near = choice(address, site.files.map(pageOf), 'Content has');
      return [{ path, line, says: `the site has no page ${address}. ${near}` }];
    }
    const page = address === '' ? file : pageAt(site, address);
    if (!anchor || page === undefined) return [];
    const anchors = headingsOf(page, site).map((heading) => heading.anchor);
    if (anchors.includes(anchor)) return [];
    const where = page.path === path ? 'this page' : pageOf(page);
    return [
      { path, line, says: `${where} has no heading "#${anchor}". ${choice(anchor, anchors, 'It has')}` },
    ];
  });

/** In the order of the page, as far as lines tell. */
function headingsOf({ headings, elements }: ContentFile, { components }: Site): PageHeading[] {
  const own = headings.map(({ depth, text, anchor, line }) => {
    const twin = headings.find((each) => each.text === text);
    return { depth, anchor: twin?.anchor ?? anchor, line };
  });
  const brought = elements.flatMap(({ name, line }) =>
    (components.get(name)?.headings ?? []).map((heading) => ({ ...heading, line })),
  );
  return [...own, ...brought].sort((a, b) => a.line - b.line);
}
