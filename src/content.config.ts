import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { frontmatter } from './chapters/schema.ts';

export const collections = {
  docs: defineCollection({
    // What lies in go/ is a program of a chapter, and its README none of our pages.
    loader: glob({ base: './content', pattern: ['**/*.{md,mdx}', '!**/go/**'] }),
    schema: docsSchema({ extend: frontmatter }),
  }),
};
