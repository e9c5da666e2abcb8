import type { AssistantSpending, AssistedRun } from '../../../arrow'
import type { ArrowModel } from '../../../shared/contract/arrow-calls'
import { slice } from '../../slice'
import { clipped } from '../../../shared/words/clipped'

/** One message of a conversation. `note`: what the designer did with the changes, or why a request ended. */
export interface ChatMessage {
  readonly id: number
  readonly by: 'you' | 'assistant' | 'note' | 'fault'
  readonly text: string
}

/** A conversation about one document, kept while the document is open. */
export interface AssistantConversation {
  readonly said: readonly ChatMessage[]
  /** The message in progress, as far as it has arrived. */
  readonly draft: string
  /** Whether a request is running or about to end. */
  readonly going: 'no' | 'yes' | 'stopping'
  /** The last request with its changes; undefined once its changes are kept. */
  readonly run?: AssistedRun | undefined
  /** The usage of the last request, or of the running one so far. */
  readonly spent?: AssistantSpending | undefined
}

export const EMPTY_CONVERSATION: AssistantConversation = { said: [], draft: '', going: 'no' }

/** The assistant that answers: the built-in one, or the machine's model. */
export type Answerer = 'built-in' | 'model'

export interface AssistantState {
  /** By the path of the document. */
  readonly conversations: Readonly<Record<string, AssistantConversation>>
  /** The text in the field, by the path of the document. */
  readonly fields: Readonly<Record<string, string>>
  /** The user's choice of assistant; undefined: the model if there is one. */
  readonly chosen?: Answerer | undefined
  /** The model that could answer about the document that was checked last. */
  readonly model?: ArrowModel | undefined
}

export const useAssistant = slice<AssistantState>('arrow-assistant', { conversations: {}, fields: {} })

export const conversationAt = (path: string): AssistantConversation => useAssistant.get().conversations[path] ?? EMPTY_CONVERSATION

/** Changes fields of a conversation. */
export function putConversation(path: string, part: Partial<AssistantConversation>): void {
  const { conversations } = useAssistant.get()
  useAssistant.set({ conversations: { ...conversations, [path]: { ...conversationAt(path), ...part } } })
}

let ids = 0
/** The most characters that are shown of one message. */
const MAX_SHOWN = 20_000

/** Adds a message. */
export function note(path: string, by: ChatMessage['by'], text: string): void {
  const shown = clipped(text, MAX_SHOWN)
  putConversation(path, { said: [...conversationAt(path).said, { id: ++ids, by, text: shown }] })
}

/** The assistant that answers the next request. */
export const answererOf = ({ chosen, model }: AssistantState): Answerer => chosen ?? (model && model.why === undefined ? 'model' : 'built-in')
