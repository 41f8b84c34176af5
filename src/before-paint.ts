/**
 * What the reader chose, before anything is drawn: the theme, the language of code, whether the dock is folded, and which predictions
 * were answered. The text after the others is closed, and would move what is read if it opened later. The one script that stands in the
 * pages themselves; the policy lets it run by the digest of this very text.
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
    const { chapters } = JSON.parse(localStorage.getItem('loopscope-progress') || '{}');
    if (chapters) {
      const boxes = document.getElementsByClassName('prediction');
      let marked = 0;
      const mark = () => {
        for (; boxes[marked]?.nextSibling; marked++) {
          const box = boxes[marked];
          const made = chapters[box.dataset.chapter]?.predictions?.[box.dataset.prediction];
          if (!made) continue;
          box.dataset.answered = '';
          box.querySelector('details').open = true;
          const chosen = box.querySelectorAll('input')[made.chosen];
          if (chosen) chosen.checked = true;
        }
      };
      const coming = new MutationObserver(mark);
      coming.observe(document, { childList: true, subtree: true });
      addEventListener('DOMContentLoaded', () => (mark(), coming.disconnect()));
    }
  } catch {}
}`;
