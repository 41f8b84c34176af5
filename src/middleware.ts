import { defineMiddleware } from 'astro:middleware';
import { speaking } from './i18n/speaking.ts';

/** Every page is made in the language of its address. */
export const onRequest = defineMiddleware(({ currentLocale }, next) => speaking(currentLocale, next));
