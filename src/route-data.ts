import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { speaking } from './i18n/speaking.ts';

/**
 * The prose, and the components in it speak its language: on a page that is not translated, that is not the language of the page.
 * Astro begins with the prose before the frame round it, so this is said of the prose itself.
 */
export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute: route } }) => {
  const { Content, entryMeta } = route;
  if (Content === undefined) return;
  const prose = (...args: Parameters<typeof Content>) => speaking(entryMeta.locale, () => Content(...args));
  route.Content = Object.assign(prose, Content);
});
