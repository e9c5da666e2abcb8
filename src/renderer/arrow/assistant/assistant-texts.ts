import { type ArrowDocument, exampleNames } from '../../../arrow'

const ofAll = (cost: string, total: string | undefined): string => (total === undefined || total === cost ? '' : `, this conversation ${total}`)

/** Texts of the assistant's panel. */
export const assistantTexts = {
  price: (tokens: string, cost: string | undefined): string =>
    `A request sends at least ${tokens} tokens${cost === undefined ? '; Proscenium doesn’t know their price' : `: at least ${cost}, depending on the length of the answer`}.`,
  spent: (cost: string, total: string | undefined): string => `The last request cost ${cost}${ofAll(cost, total)}.`,
  spends: (cost: string, total: string | undefined): string => `This request has cost ${cost} so far${ofAll(cost, total)}.`,
  spentTokens: (tokens: string): string => `The last request used ${tokens} tokens. Proscenium doesn’t know their price.`,
  usesTokens: (tokens: string): string => `This request has used ${tokens} tokens so far. Proscenium doesn’t know their price.`,
  budget: (spent: string, cap: string): string => `This campaign has spent ${spent} of its cost cap of ${cap}.`,

  understands:
    'The built-in assistant can add nodes of every type; connect, rename, skip and delete them; change their texts, options and colours; set the entry; undo its changes; and create characters, variables and scenes.',
  exampleList: (document: ArrowDocument): string[] => {
    const { character = 'Elena', number, options } = exampleNames(document)
    return [
      `add a dialog where ${character} offers help, then a choice to accept or refuse`,
      options ? `after ${options[1]} add content "The rain stops."` : 'add content "The rain stops."',
      number === undefined ? 'create a number courage, then check if courage is at least 3' : `check if ${number} is at least 3`
    ]
  },
  undone: 'You undid the changes.',
  marks: { added: 'added', changed: 'changed', removed: 'removed' },
  spoken: { added: 'added by the assistant', changed: 'changed by the assistant', removed: 'removed by the assistant' },
  row: (mark: string, kind: string, name: string): string => `${mark} ${kind}: ${name}`,
  lost: 'The connection to Proscenium was lost, so the request ended. Its changes so far are marked. Send it again for the rest.',
  undoneMeanwhile: 'You undid this request’s changes, so it stopped.',
  refusals: { closed: 'The document is no longer open. Open it and ask again.' }
}
