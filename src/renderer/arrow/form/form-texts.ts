/** Texts of the forms beside the graph: of nodes, connections, the document, its variables and characters. */
export const formTexts = {
  panel: {
    tab: 'Node',
    nothing: 'No document is open',
    nothingHint: 'Open a document from the list, or create one.',
    name: 'Name',
    notes: 'Notes',
    notesHint: 'For writers only; exports leave them out.'
  },
  fields: {
    anonymous: 'Anonymous',
    noVariable: 'No variable',
    variableTypes: { num: 'number', str: 'text', bool: 'true or false' },
    line: (n: number): string => `Line ${n}`,
    action: (n: number): string => `Action ${n}`,
    pattern: (n: number): string => `Value ${n}`,
    removeItem: (what: string): string => `Remove ${what}`,
    aVariable: 'a variable',
    true: 'true',
    false: 'false',
    tag: 'Tag',
    value: 'Value',
    default_input: 'Default answer'
  },
  names: {
    tab: 'Names',
    variables: 'Variables',
    characters: 'Characters',
    name: 'Name',
    nameHint: 'Spaces and {}.:;`\'" become _.',
    nameTaken: 'This name is taken. Choose another one.',
    addTag: 'Add a tag',
    tagTaken: 'This character already has this tag.',
    remove: (name: string): string => `Remove ${name}`
  }
}
