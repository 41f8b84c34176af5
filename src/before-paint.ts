/**
 * What the reader chose, before anything is drawn: the theme, and the language of code. The one script that stands in the pages
 * themselves; the policy lets it run by the digest of this very text.
 */
export const beforePaint = `{
  const { dataset } = document.documentElement;
  dataset.theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  try {
    dataset.theme = localStorage.getItem('starlight-theme') || dataset.theme;
    const code = localStorage.getItem('loopscope-code');
    if (code) dataset.code = code;
  } catch {}
}`;
