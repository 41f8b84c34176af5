import { attributes, classes, elements, valueFits } from './allowed.ts';

/** What styles say of where things stand, and the attribute that says the same. All else that they say is for the page's style sheet. */
const kept = ['text-anchor', 'dominant-baseline', 'stroke-dasharray'];

/**
 * Leaves in a drawing what `allowed.ts` allows. Its ids begin with `prefix`, and only what is referred to has one. Throws where a label
 * would be lost with it.
 */
export function clean(svg: Element, prefix: string): void {
  for (const element of [...svg.querySelectorAll('*')].reverse()) {
    if (elements.has(element.localName)) continue;
    if (element.localName === 'foreignObject')
      throw new Error(`a label would need HTML: "${element.textContent?.trim()}". Write it in other words.`);
    element.remove();
  }
  const all = [svg, ...svg.querySelectorAll('*')];
  all.forEach(keepStyle);
  svg.querySelectorAll('.node > .label').forEach(centre);
  for (const element of all) {
    for (const { name, value } of [...element.attributes]) {
      const short = name === 'class' ? ownClasses(value) : rounded(value);
      if (attributes.has(name) && valueFits(name, short) && short !== '') element.setAttribute(name, short);
      else element.removeAttribute(name);
    }
  }
  renameIds(svg, prefix);
  dropEmpty(svg);
}

function keepStyle(element: Element): void {
  const { style } = element as SVGElement;
  for (const name of kept) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== '0' && value !== 'none') element.setAttribute(name, value);
  }
}

const ownClasses = (value: string): string =>
  value
    .split(/\s+/)
    .filter((name) => classes.has(name))
    .join(' ');

/** The label of a node, with its middle in the middle of the node, so that a face that is narrower does no harm. */
function centre(label: Element): void {
  const across = /^translate\((-?[\d.]+)([\s,]+)/.exec(label.getAttribute('transform') ?? '');
  if (!across) return;
  label.setAttribute('transform', `translate(0, ${label.getAttribute('transform')!.slice(across[0].length)}`);
  for (const text of label.querySelectorAll('text, tspan')) text.setAttribute('text-anchor', 'middle');
}

/** Two decimals are finer than a screen. */
const rounded = (value: string): string =>
  value.replace(/-?\d+\.\d{3,}(e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(2)) + 0));

const referring = ['marker-start', 'marker-end', 'aria-labelledby', 'aria-describedby'];

function renameIds(svg: Element, prefix: string): void {
  const all = [svg, ...svg.querySelectorAll('*')];
  const names = new Map<string, string>();
  for (const element of all) {
    for (const name of referring) {
      const id = /^(?:url\(#)?([\w-]+)\)?$/.exec(element.getAttribute(name) ?? '')?.[1];
      if (id === undefined) continue;
      const own = names.get(id) ?? `${prefix}-${names.size + 1}`;
      names.set(id, own);
      element.setAttribute(name, name.startsWith('aria') ? own : `url(#${own})`);
    }
  }
  for (const element of all) {
    const own = names.get(element.id);
    if (own === undefined) element.removeAttribute('id');
    else element.id = own;
  }
}

/** Heads of lines that no line has, boxes without a size, words one by one, and groups of nothing. */
function dropEmpty(svg: Element): void {
  for (const marker of svg.querySelectorAll('marker:not([id])')) marker.remove();
  for (const box of svg.querySelectorAll('rect'))
    if (Number(box.getAttribute('width') ?? 0) < 1) box.remove();
  for (const row of svg.querySelectorAll('tspan > tspan')) row.replaceWith(row.textContent ?? '');
  for (const group of [...svg.querySelectorAll('g, defs, text, tspan')].reverse()) {
    if (group.childElementCount === 0 && group.textContent?.trim() === '') group.remove();
    else if (group.localName === 'g' && group.attributes.length === 0) group.replaceWith(...group.childNodes);
  }
}
