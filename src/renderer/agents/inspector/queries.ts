import type { Availabilities } from '../../../shared/table/present'
import type { Mark } from '../../../shared/analysis/chronicle'
import type { BeatDetail } from '../../../shared/story/play'
import type { Context, PromptLength, WholeTurn } from '../../../shared/table/turns'
import { api } from '../../client'

/** A turn: its parent commit and the known facts. */
export interface TurnSubject {
  who: string
  parent: string
  n: number
  beat?: Mark | undefined
  record?: WholeTurn | undefined
}

/** A turn with the id of its request; `record` is absent if this machine has no record of it. */
export interface TurnAnswer {
  id: string
  record?: WholeTurn
}
/** The context of a seat at a commit, and whether it was recorded or assembled now. */
interface TurnContext {
  context: Context
  recorded: boolean
}

/** Fetches the turn of a beat, or a turn by its own id. */
export async function askTurn(_: string, id: string, signal?: AbortSignal): Promise<TurnAnswer> {
  const record = await api.turn.query({ id }, { signal })
  return record ? { id, record } : { id }
}

/** Fetches the context that an agent at a seat would get at a commit. */
export const askContext = (who: string, at: string, signal?: AbortSignal): Promise<Context> => api.context.query({ who, at }, { signal })

/** The pause in cursor moves before the provider is asked to count tokens, in ms. */
const REST_MS = 400

/** Fetches the length of that prompt. */
export async function askLength(who: string, at: string, signal: AbortSignal): Promise<PromptLength | undefined> {
  await new Promise((done) => setTimeout(done, REST_MS))
  return signal.aborted ? undefined : api.promptLength.query({ who, at }, { signal })
}

/** Fetches everything that a beat changed. */
export const askBeat = (_: string, commit: string, signal?: AbortSignal): Promise<BeatDetail> => api.beat.query({ commit }, { signal })

/** Fetches a character's availabilities at a commit. */
export const askAvailabilities = (as: string, at: string, signal?: AbortSignal): Promise<Availabilities> => api.actions.query({ as, at }, { signal })

/** Fetches the context of a beat's turn: the recorded one, else one assembled now from the commit before the beat. */
export async function askTurnContext(who: string, beat: string, parent: string, signal?: AbortSignal): Promise<TurnContext> {
  const { record } = await askTurn(who, beat, signal)
  if (record?.context) return { context: record.context, recorded: true }
  return { context: await askContext(who, parent, signal), recorded: false }
}
