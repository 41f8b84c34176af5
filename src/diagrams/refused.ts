import { Parser } from 'htmlparser2';
import { attributes, elements, valueFits } from './allowed.ts';

/** What stands in a kept drawing and must not, such as `<script>` or `onclick`; undefined where nothing does. */
export function refusedIn(drawing: string): string | undefined {
  const found: string[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (depth++ === 0 && name !== 'svg') found.push(`<${name}> in the place of <svg>`);
        if (!elements.has(name)) found.push(`<${name}>`);
        for (const [attribute, value] of Object.entries(given)) {
          if (!attributes.has(attribute)) found.push(`the attribute ${attribute} of <${name}>`);
          else if (!valueFits(attribute, value)) found.push(`${attribute}="${value}" of <${name}>`);
        }
      },
      onclosetag: () => void depth--,
      oncomment: () => void found.push('a comment'),
      onprocessinginstruction: (name) => void found.push(`<${name}>`),
      oncdatastart: () => void found.push('CDATA'),
      ontext(text) {
        if (depth === 0 && text.trim() !== '') found.push('text outside of <svg>');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(drawing);
  return found[0];
}
