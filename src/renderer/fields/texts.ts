/** The texts of fields that save what is typed. */
export const fieldTexts = {
  meanwhile: (now: string): string =>
    now === ''
      ? 'Another edit emptied this field. Enter keeps your draft, Esc empties the field.'
      : `Another edit changed this to “${now}”. Enter keeps your draft, Esc takes the other text.`,
  tooLong: (most: number): string => `Shorten this text to ${most.toLocaleString('en')} characters.`,
  placeholder: 'Search by name or ID',
  take: (name: string): string => `Remove ${name}`,
  newId: (id: string): string => `Its ID will be ${id}.`,
  unset: 'Not set',
  none: 'Nothing matches. Type a name.',
  reading: 'Reading the names…',
  not: (fact: string): string => `not ${fact}`,
  newNot: (label: string): string => `${label}, which must not hold`,
  idTitle: 'Change the ID',
  idField: 'New ID',
  idHint: 'Proscenium updates every reference to this ID.',
  choose: (noun: string): string => `Choose the ${noun}`,
  condition: 'fact.lamp-lit and not fact.storm',
  addFact: (label: string): string => `Add a fact to “${label.toLowerCase()}”`,
  reads: (words: string, holds: boolean): string => `When ${words}. ${holds ? 'It holds now.' : 'It doesn’t hold now.'}`,
  never: (words: string, fact: string): string => `When ${words}. Nothing sets the fact “${fact}” yet.`,
  add: (noun: string): string => `Add ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
  addTo: (label: string): string => `Add to ${label.toLowerCase()}`,
  nameOf: (label: string): string => `New entry of ${label.toLowerCase()}`,
  up: (n: number): string => `Move entry ${n} up`,
  down: (n: number): string => `Move entry ${n} down`,
  flags: 'One per line, such as brave or debt: 3.',
  flagBad: (line: string): string => `“${line}” isn’t a tag. Write a name, or a name, a colon and a value.`,
  numberBad: (whole: boolean, min: number, max: number): string =>
    `Enter ${whole ? 'a whole' : 'a'} number${min > -1e6 || max < 1e6 ? ` from ${min > -1e6 ? min : '…'} to ${max < 1e6 ? max : '…'}` : ''}.`
}
