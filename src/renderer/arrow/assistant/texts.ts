import { counted } from '../../ui/amounts'

/** Texts of the assistant's panel. */
export const assistantTexts = {
  tab: 'Assistant',
  title: 'Assistant',
  open: 'Ask the assistant about this scene',
  nothing: 'No document is open',
  nothingHint: 'Open a document of the list, or create one. Then ask here for what the scene needs.',
  broken: 'This document can’t be read',
  brokenHint: 'Repair it first; the button is beside its problem. Then ask here.',

  who: 'Who answers',
  builtIn: 'Built-in assistant',
  settings: 'Open settings',
  price: (tokens: string, cost: string | undefined): string =>
    `A request sends at least ${tokens} tokens${cost === undefined ? '; its price isn’t known' : `: ${cost} and more, by the length of the answer`}.`,
  spent: (cost: string, total: string | undefined): string =>
    `The last request cost ${cost}${total === undefined || total === cost ? '' : `, this conversation ${total}`}.`,
  spentTokens: (tokens: string): string => `The last request took ${tokens} tokens; their price isn’t known.`,
  budget: (spent: string, cap: string): string => `${spent} of this campaign’s cost cap of ${cap} are spent.`,

  understands:
    'The built-in assistant adds dialogs, monologs, content, choices, conditions and changes of variables, connects, renames and deletes nodes, and creates characters, variables and scenes.',
  modelUnderstands: 'Say what the scene needs. The model sees the document, the open scene and what is selected.',
  examples: 'Examples',
  exampleList: [
    'add a dialog where Elena offers help, then a choice to accept or refuse',
    'add content "The rain stops."',
    'create a number courage, then check if courage is at least 3'
  ],

  log: 'Conversation with the assistant',
  you: 'You',
  writing: 'The assistant is at work…',
  stopping: 'Stopping…',
  input: 'What the assistant is to do',
  placeholder: 'Ask for what the scene needs…',
  send: 'Send',
  stop: 'Stop',
  place: {
    none: (scene: string, entry: string): string => `In “${scene}”. New nodes follow the last one that was added, or ${entry}.`,
    empty: (scene: string): string => `In “${scene}”.`,
    one: (name: string): string => `Selected: “${name}”; new nodes follow it.`,
    several: (n: number): string => `Selected: ${counted(n, 'node')}; new nodes follow the last one.`
  },

  changes: 'What the assistant changed',
  summary: (words: string): string => `The assistant ${words}.`,
  keep: 'Keep changes',
  undo: 'Undo changes',
  kept: 'You kept the changes.',
  undone: 'You undid the changes.',
  partly: (n: number): string => `You undid the changes, except for ${counted(n, 'place')} that you edited since.`,
  stays: 'Nothing could be undone without losing what you edited since. Undo your own edits first, or keep the changes.',
  marks: { added: 'added', changed: 'changed', removed: 'removed' },
  spoken: { added: 'added by the assistant', changed: 'changed by the assistant', removed: 'removed by the assistant' },
  row: (mark: string, kind: string, name: string): string => `${mark} ${kind}: ${name}`,
  connection: (from: string, to: string): string => `${from} → ${to}`,
  kinds: { connection: 'connection', variable: 'variable', character: 'character', scene: 'scene', document: 'document' },
  gone: (names: string): string => `Removed by the assistant: ${names}`,

  stopped: 'You stopped the request.',
  lost: 'The connection to Proscenium was lost, so the request ended. What it did until then is marked; send it again for the rest.',
  undoneMeanwhile: 'You undid what this request had done, so it was stopped.',
  left: 'You left the document, so the request was stopped.',
  refusals: {
    closed: 'The document isn’t open any more. Open it and ask again.',
    stopped: 'The request was stopped.',
    outside: 'The file was changed in another window or program. Answer the question above the graph first, then ask again.',
    edited: (name: string): string => `“${name}” was edited after the request began, so it wasn't changed. Send the request again.`,
    busy: 'The document was edited again and again meanwhile. Ask again when you are done.'
  }
}
