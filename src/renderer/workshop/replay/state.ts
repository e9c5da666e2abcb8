import type { Replayed, ReplaySpan } from '../../../shared/contract/try-calls'
import { slice } from '../../slice'

/** The part of the story to replay, and what came of it. */
interface Replaying {
  spans?: readonly ReplaySpan[] | undefined
  chosen: number
  name: string
  problem?: string | undefined
  progress?: { done: number; of: number } | 'saving' | undefined
  replayed?: Replayed | undefined
  /** The texts that `replayed` was made with, as `textsMark` says. */
  mark?: string
  kept?: KeptReplay | undefined
  under: 'rules' | 'world'
}

/** The branch of a kept replay; `at` is its commit of the first different beat. */
export interface KeptReplay {
  branch: string
  at?: string | undefined
}

/** The names that branches get unless the designer chooses others. */
const NAMES = { rules: 'edited-rules', world: 'replayed-today' } as const

export const useReplay = slice<Replaying>('replay', { chosen: 0, name: NAMES.rules, under: 'rules' })

/** Chooses the rules or the world of the next replay. */
export function replayUnder(under: Replaying['under']): void {
  const { name } = useReplay.get()
  useReplay.set({ under, replayed: undefined, kept: undefined, ...(Object.values<string>(NAMES).includes(name) ? { name: NAMES[under] } : {}) })
}
