/** What Go has a name for, and what one writes here. */
export const goNames: ReadonlyMap<string, string> = new Map([
  ['nil', 'undefined'],
  ['len', 'list.length'],
  ['append', '[...list, item]'],
  ['make', 'new Map()'],
  ['close', 'channel.close()'],
  ['panic', "throw new Error('…')"],
]);
