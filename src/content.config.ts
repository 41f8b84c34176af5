import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const text = (message: string) => z.string({ error: message }).min(1, { error: message });

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
  translates,
  part: text(
    'Write `part: controllers`: the id of a part in src/parts.ts, which is also the folder under content/.',
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
  rows: z
    .array(
      z.string().regex(/^[A-Z]{2,3}-\d{2}$/, {
        error: 'Each of `rows` is the id of a requirement, such as RS-04.',
      }),
      { error: 'Write `rows: [RS-01, RS-02]`: the requirements that the chapter shows.' },
    )
    .min(1, { error: 'Write at least one id into `rows`: the requirements that the chapter shows.' }),
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
});

/** A page without a machine of its own. */
const guide = z.object({
  kind: z.literal('guide'),
  translates,
  question: text('Write `question: …`: the one question that the page answers, as a reader would ask it.'),
  kubernetes: z.literal('v1.20.2').optional(),
  minutes: z.number({ error: 'Write `minutes: 10`: how long a reader needs.' }).int().min(1).max(90),
});

/** A page of src/pages that draws itself: the landing page, not found, the playground. */
const page = z.object({ kind: z.literal('page') });

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './content', pattern: '**/*.{md,mdx}' }),
    schema: docsSchema({
      extend: z.discriminatedUnion('kind', [chapter, guide, page], {
        error: 'Write `kind: chapter` for prose round a scenario, or `kind: guide` for a page without one.',
      }),
    }),
  }),
};
