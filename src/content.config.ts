import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { frontmatter } from './chapters/schema.ts';

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './content', pattern: '**/*.{md,mdx}' }),
    schema: docsSchema({ extend: frontmatter }),
  }),
};
