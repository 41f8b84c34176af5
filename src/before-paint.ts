/**
 * What the reader chose, before anything is drawn: the theme, the language of code, and whether the dock is folded. The one script
 * that stands in the pages themselves; the policy lets it run by the digest of this very text.
 */
export const beforePaint = `{
  const { dataset } = document.documentElement;
  dataset.theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  try {
    dataset.theme = localStorage.getItem('starlight-theme') || dataset.theme;
    const code = localStorage.getItem('loopscope-code');
    if (code) dataset.code = code;
    const dock = localStorage.getItem('loopscope-dock');
    if (dock) dataset.dock = dock;
  } catch {}
}`;
