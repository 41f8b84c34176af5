import type { APIRoute } from 'astro';

/** Everything may be found; the map of the site says what there is. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', site).href}\n`);
