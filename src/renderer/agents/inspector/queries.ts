import type { Availabilities } from '../../../shared/present'
import type { BeatDetail } from '../../../shared/play'
import type { Context, PromptLength, WholeTurn } from '../../../shared/turns'
import { api } from '../../client'

/** A turn with the id it was asked by; `record` is absent where nothing was recorded on this machine. */
export interface AskedTurn {
  id: string
  record?: WholeTurn
}
/** What a seat was told at a commit, and whether that was recorded or worked out now. */
export interface Told {
  context: Context
  recorded: boolean
}

/** Asks for the turn that made a beat, or for a turn by its own id. */
export async function askTurn(_: string, id: string, signal?: AbortSignal): Promise<AskedTurn> {
  const record = await api.turn.query({ id }, { signal })
  return record ? { id, record } : { id }
}

/** Asks what an agent at a seat would be told at a commit. */
export const askContext = (who: string, at: string, signal?: AbortSignal): Promise<Context> => api.context.query({ who, at }, { signal })

/** How long a moment has to be looked at before a provider is asked to count, in ms: who only passes by asks nobody. */
const REST_MS = 400

/** Asks how long that prompt is. */
export async function askLength(who: string, at: string, signal: AbortSignal): Promise<PromptLength | undefined> {
  await new Promise((done) => setTimeout(done, REST_MS))
  return signal.aborted ? undefined : api.promptLength.query({ who, at }, { signal })
}

/** Asks for everything a beat changed. */
export const askBeat = (_: string, commit: string, signal?: AbortSignal): Promise<BeatDetail> => api.beat.query({ commit }, { signal })

/** Asks what somebody could do at a commit, and why not. */
export const askStandings = (as: string, at: string, signal?: AbortSignal): Promise<Availabilities> => api.actions.query({ as, at }, { signal })

/** Asks what the turn of a beat was told: as recorded, else as it is worked out now from the moment before the beat. */
export async function askTurnContext(who: string, beat: string, parent: string, signal?: AbortSignal): Promise<Told> {
  const { record } = await askTurn(who, beat, signal)
  if (record?.context) return { context: record.context, recorded: true }
  return { context: await askContext(who, parent, signal), recorded: false }
}
