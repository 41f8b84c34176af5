import type { ContentElement, ContentFile } from '../../chapters/content.ts';
import { type Component, misfits } from '../site/props.ts';
import { type ContentProblem, type Rule, choice, inElement } from './rule.ts';

/** Each component is one of ours. HTML tags, in small letters, are no matter of this rule. */
export const componentsExist: Rule = (file, { components }) =>
  file.elements
    .filter(({ name }) => /^[A-Z]/.test(name) && !components.has(name))
    .map((element) => {
      const near = choice(element.name, [...components.keys()], 'There are');
      return inElement(file, element, undefined, `there is no such component. ${near}`);
    });

/** Each component has the attributes that its file declares, and no others, with values that stand there. */
export const attributesFit: Rule = (file, { components }) =>
  file.elements.flatMap((element) => {
    const component = components.get(element.name);
    return component === undefined
      ? []
      : [
          ...computed(file, element),
          ...strange(file, element, component),
          ...lacking(file, element, component),
          ...unfit(file, element, component),
        ];
  });

function computed(file: ContentFile, element: ContentElement): ContentProblem[] {
  return element.computed.map(({ name, line, text }) => {
    const says = `"${text}" would have to be computed. Attributes hold texts, numbers, true, false, and lists and objects of these: write the value itself.`;
    return { ...inElement(file, element, name || undefined, says), line };
  });
}

function strange(file: ContentFile, element: ContentElement, { fields }: Component): ContentProblem[] {
  const names = fields.map(({ name }) => name);
  return Object.keys(element.attributes)
    .filter((name) => !names.includes(name) && name !== 'slot')
    .map((name) =>
      inElement(
        file,
        element,
        name,
        `there is no such attribute. ${choice(name, names, 'It has') || 'It has none.'}`,
      ),
    );
}

function lacking(file: ContentFile, element: ContentElement, { fields }: Component): ContentProblem[] {
  return fields
    .filter(({ name, needed }) => needed && !(name in element.lines))
    .map(({ name, says }) =>
      inElement(file, element, undefined, `it needs the attribute \`${name}\`${says ? `: ${says}` : '.'}`),
    );
}

function unfit(file: ContentFile, element: ContentElement, { fields }: Component): ContentProblem[] {
  return fields.flatMap(({ name, shape, says }) => {
    const value = element.attributes[name];
    if (value === undefined) return [];
    return misfits(value, shape, name).map(({ path, expected, found }) => {
      const inside = path === name ? '' : `in \`${path.slice(name.length + 1)}\`, `;
      return inElement(
        file,
        element,
        path,
        `${inside}expected ${expected}, found ${found}.${says ? ` ${says}` : ''}`,
      );
    });
  });
}
