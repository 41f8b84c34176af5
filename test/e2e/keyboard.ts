import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until `to` has the focus. At every stop on the way the focus must be seen. */
export async function tabTo(page: Page, to: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < 160; stop++) {
    await page.keyboard.press(key);
    expect(await unseenFocus(page)).toBeUndefined();
    if ((await to.and(page.locator(':focus')).count()) > 0) return;
  }
  throw new Error(`160 times ${key} do not lead to ${to}.`);
}

/** What has the focus, if nothing shows that it has: an outline, of it or its label, or, in SVG, a stroke in the same colour. */
function unseenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // Between the page's end and its start the browser's own bar has the focus.
    if (!element || element === document.body) return undefined;
    for (const shown of [element, element.closest('label') ?? element]) {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return undefined;
    }
    const drawn = element.querySelector('.picture-box');
    if (drawn) {
      const probe = document.createElement('i');
      probe.style.color = 'var(--focus)';
      document.body.append(probe);
      const focus = getComputedStyle(probe).color;
      probe.remove();
      const { stroke, strokeWidth } = getComputedStyle(drawn);
      if (stroke === focus && parseFloat(strokeWidth) >= 2) return undefined;
    }
    return element.outerHTML.slice(0, 120);
  });
}
