import { type ArrowDocument, exampleNames } from '../../../arrow'
import { counted } from '../../ui/amounts'

const ofAll = (cost: string, total: string | undefined): string => (total === undefined || total === cost ? '' : `, this conversation ${total}`)

/** Texts of the assistant's panel. */
export const assistantTexts = {
  tab: 'Assistant',
  title: 'Assistant',
  open: 'Ask the assistant about this scene',
  nothing: 'No document is open',
  nothingHint: 'Open a document from the list, or create one. Then ask here for what the scene needs.',
  broken: 'This document can’t be read',
  brokenHint: 'Press Repair beside the problem first. Then ask here.',

  who: 'Who answers',
  builtIn: 'Built-in assistant',
  settings: 'Open settings',
  price: (tokens: string, cost: string | undefined): string =>
    `A request sends at least ${tokens} tokens${cost === undefined ? '; Proscenium doesn’t know their price' : `: at least ${cost}, depending on the length of the answer`}.`,
  spent: (cost: string, total: string | undefined): string => `The last request cost ${cost}${ofAll(cost, total)}.`,
  spends: (cost: string, total: string | undefined): string => `This request has cost ${cost} so far${ofAll(cost, total)}.`,
  spentTokens: (tokens: string): string => `The last request used ${tokens} tokens. Proscenium doesn’t know their price.`,
  usesTokens: (tokens: string): string => `This request has used ${tokens} tokens so far. Proscenium doesn’t know their price.`,
  budget: (spent: string, cap: string): string => `This campaign has spent ${spent} of its cost cap of ${cap}.`,

  understands:
    'The built-in assistant can add nodes of every type; connect, rename, skip and delete them; change their texts, options and colours; set the entry; undo its changes; and create characters, variables and scenes.',
  modelUnderstands: 'Say what the scene needs. The model sees the document, the open scene and what is selected.',
  examples: 'Examples',
  exampleList: (document: ArrowDocument): string[] => {
    const { character = 'Elena', number, options } = exampleNames(document)
    return [
      `add a dialog where ${character} offers help, then a choice to accept or refuse`,
      options ? `after ${options[1]} add content "The rain stops."` : 'add content "The rain stops."',
      number === undefined ? 'create a number courage, then check if courage is at least 3' : `check if ${number} is at least 3`
    ]
  },

  log: 'Conversation with the assistant',
  you: 'You',
  writing: 'The assistant is working…',
  stopping: 'Stopping…',
  input: 'Request to the assistant',
  placeholder: 'Ask for what the scene needs…',
  send: 'Send',
  stop: 'Stop',
  place: {
    none: (scene: string, entry: string): string => `In “${scene}”. New nodes follow the last one you added, or ${entry}.`,
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
  undoneEdit: 'You undid the last edit.',
  nothingToUndo: 'Nothing is left to undo in this document.',
  partly: (n: number): string => `You undid the changes, except in ${counted(n, 'place')} that you have edited since.`,
  stays: 'Undoing these changes would lose your later edits. Undo your own edits first, or keep the changes.',
  marks: { added: 'added', changed: 'changed', removed: 'removed' },
  spoken: { added: 'added by the assistant', changed: 'changed by the assistant', removed: 'removed by the assistant' },
  row: (mark: string, kind: string, name: string): string => `${mark} ${kind}: ${name}`,
  connection: (from: string, to: string): string => `${from} → ${to}`,
  kinds: { connection: 'connection', variable: 'variable', character: 'character', scene: 'scene', document: 'document' },
  gone: (names: string): string => `Removed by the assistant: ${names}`,

  stopped: 'You stopped the request.',
  lost: 'The connection to Proscenium was lost, so the request ended. Its changes so far are marked. Send it again for the rest.',
  undoneMeanwhile: 'You undid this request’s changes, so it stopped.',
  left: 'You left the document, so the request stopped.',
  refusals: {
    closed: 'The document is no longer open. Open it and ask again.',
    stopped: 'The request was stopped.',
    outside: 'The file was changed in another window or program. Answer the question above the graph first, then ask again.',
    edited: (name: string): string => `“${name}” was edited after the request began, so the assistant didn’t change it. Send the request again.`,
    busy: 'The document kept changing during the request. Ask again when you have finished editing.'
  }
}
