import { z } from 'astro/zod';
import { paths } from './paths.ts';

/** The ids of the paths, as a message has them. */
const names = paths.map(({ id }) => id).join(', ');

const text = (message: string) => z.string({ error: message }).min(1, { error: message });

const title = text('Write `title: …`: a name of one to three words.');
const description = text('Write `description: …`: one sentence, for search results.');

/** What a translation names, and an original leaves out. */
const translates = z
  .string()
  .regex(/^[0-9a-f]{16}$/, {
    error: 'Write `npm run translated -- FILE`: it puts the digest of the original into `translates`.',
  })
  .optional();

/** A chapter: prose round a run of the machine. */
const chapter = z.object({
  kind: z.literal('chapter'),
  title,
  description,
  translates,
  part: text(
    'Write `part: controllers`: the id of a part in src/chapters/parts.ts, which is also the folder under content/.',
  ),
  question: text('Write `question: …`: the one question that the chapter answers, as a reader would ask it.'),
  kubernetes: z.literal('v1.20.2', {
    error: 'Write `kubernetes: v1.20.2`: the tag all pins and recorded answers belong to.',
  }),
  minutes: z
    .number({ error: 'Write `minutes: 20`: how long a reader needs, a whole number.' })
    .int({ error: 'Write `minutes` as a whole number.' })
    .min(1, { error: 'A chapter takes at least 1 minute.' })
    .max(90, { error: 'A chapter takes at most 90 minutes: split it.' }),
  buildsOn: z.array(
    z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, {
      error: 'Each of `buildsOn` is the id of a chapter: part/chapter.',
    }),
    {
      error:
        'Write `buildsOn: [machinery/workqueues]`: the chapters that a reader should know before, or `[]` where there are none.',
    },
  ),
  paths: z
    .array(
      z.enum(
        paths.map(({ id }) => id),
        { error: `Each of \`paths\` is one of ${names}.` },
      ),
      {
        error: `Write \`paths: [clusters]\`: for which readers the chapter is, of ${names}.`,
      },
    )
    .min(1, { error: `Write at least one id into \`paths\`: ${names}.` }),
  scenarios: z
    .array(
      z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+(#[a-z0-9-]+)?$/, {
        error:
          'Each of `scenarios` is the id of a scenario: part/chapter, with #variant where there are several.',
      }),
      { error: 'Write `scenarios: [controllers/replicaset]`: the scenarios that the chapter plays.' },
    )
    .min(1, {
      error: 'Write at least one id into `scenarios`: a chapter without a running machine is a guide.',
    }),
  /** It explains something that no row of the checklist asks for. */
  beyond: z
    .literal(true, { error: 'Write `beyond: true` if no row of the checklist asks for it, or leave it out.' })
    .optional(),
});

/** A page without a machine of its own. */
const guide = z.object({
  kind: z.literal('guide'),
  title,
  description,
  translates,
  question: text('Write `question: …`: the one question that the page answers, as a reader would ask it.'),
  kubernetes: z
    .literal('v1.20.2', { error: 'Write `kubernetes: v1.20.2`, or leave it out: it is the tag of all pins.' })
    .optional(),
  minutes: z
    .number({ error: 'Write `minutes: 10`: how long a reader needs, a whole number.' })
    .int({ error: 'Write `minutes` as a whole number.' })
    .min(1, { error: 'A page takes at least 1 minute.' })
    .max(90, { error: 'A page takes at most 90 minutes: split it.' }),
});

/** A page of src/pages that draws itself: the landing page, not found, the playground. */
const page = z.object({ kind: z.literal('page') });

/** The frontmatter of a page. Its messages say what to write. */
export const frontmatter = z.discriminatedUnion('kind', [chapter, guide, page], {
  error: 'Write `kind: chapter` for prose round a scenario, or `kind: guide` for a page without one.',
});

/** The fields that the frontmatter of a kind of page may have: ours, and those of Starlight that we use. */
export function fieldsOf(kind: unknown): readonly string[] {
  const { shape } = kind === 'guide' ? guide : chapter;
  return [...Object.keys(shape), 'draft'];
}
