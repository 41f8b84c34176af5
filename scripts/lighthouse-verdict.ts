/** What a page has to reach in each category of Lighthouse, of 100. */
export const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** A category of Lighthouse that we ask for. */
export type Category = keyof typeof least;

/** The part of a report of Lighthouse that a verdict is made from. Scores are from 0 to 1, null where there is none. */
export interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, CategoryReport>>;
  readonly audits: Readonly<Record<string, AuditReport>>;
}

interface CategoryReport {
  readonly title: string;
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

interface AuditReport {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  readonly errorMessage?: string;
  readonly details?: object;
}

/** The performance of a page, of 100; 0 where Lighthouse gave none. */
export const performanceOf = ({ categories }: Report): number =>
  Math.round((categories.performance?.score ?? 0) * 100);

/** Scores of a page, of 100; undefined where Lighthouse gave none. */
export type Scores = Readonly<Record<Category, number | undefined>>;

/** What Lighthouse says of a page: its scores, and a line for each category in which it falls short, with what cost points. */
export function verdictOf(path: string, report: Report): { scores: Scores; problems: readonly string[] } {
  const problems: string[] = [];
  if (report.runtimeError)
    problems.push(`${path}: Lighthouse could not read it: ${report.runtimeError.message}`);
  const scores = Object.fromEntries(
    Object.entries(least).map(([id, wanted]) => {
      const category = report.categories[id];
      const score = typeof category?.score === 'number' ? Math.round(category.score * 100) : undefined;
      if (score === undefined || score < wanted) {
        const costs = category ? costsIn(category, report) : [];
        problems.push(
          [`${path}: expected ${wanted} or more in ${id}, found ${score ?? 'no score'}.`, ...costs].join(
            '\n  ',
          ),
        );
      }
      return [id, score];
    }),
  ) as Scores;
  return { scores, problems };
}

/** The audits that count in a category and are not passed whole: what each is called, what it found, and where first. */
function costsIn({ auditRefs }: CategoryReport, { audits }: Report): string[] {
  return auditRefs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const audit = audits[id];
      if (!audit || (audit.score === 1 && !audit.errorMessage)) return [];
      if (audit.score === null && !audit.errorMessage) return [];
      const found = audit.errorMessage ?? audit.displayValue;
      const score = `${Math.round((audit.score ?? 0) * 100)} of 100`;
      return [
        [`${id} (${score}): ${audit.title}${found ? `: ${found}` : ''}`, ...placesOf(audit)].join('\n    '),
      ];
    });
}

/** The most places listed for an audit. */
const mostPlaces = 3;

function placesOf({ details = {} }: AuditReport): string[] {
  const items = 'items' in details && Array.isArray(details.items) ? (details.items as Place[]) : [];
  return items
    .flatMap(({ node, description, url }) => node?.snippet ?? description ?? url ?? [])
    .slice(0, mostPlaces);
}

interface Place {
  readonly node?: { readonly snippet?: string };
  readonly description?: string;
  readonly url?: string;
}
