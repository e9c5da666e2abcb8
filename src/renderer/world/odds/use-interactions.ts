import { useEffect } from 'react'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { updateMap, useSession, type Session } from '../../session'
import { ALL_PLAYERS, type InteractionsAnswer } from '../../store/map-state'
import { PLAYING_REST_MS, REST_MS } from './use-reach'

/** Whether a place has an NPC with whom the characters with odds could interact. */
const isMet = ({ snapshot, mapState }: Session, place: string | undefined): boolean =>
  Object.entries(snapshot?.state.actors ?? {}).some(([id, { location, kind }]) => location === place && kind === 'npc' && id !== mapState.odds)

/**
 * Fetches the possible interactions in a place for the characters whose odds are shown, and stores the answer with the map. The previous answer
 * for the same place stays until then. Undefined if there is nothing to fetch.
 */
export function useInteractions(place: string | undefined): InteractionsAnswer | undefined {
  const who = useSession((s) => s.mapState.odds)
  const commit = useSession((s) => s.snapshot?.commit)
  const playing = useSession((s) => s.cursor === undefined && s.present?.table.running === true)
  const met = useSession((s) => isMet(s, place))
  const answer = useSession(({ mapState: { interactions: dealings, odds } }) =>
    dealings?.of === odds && dealings?.place === place ? dealings : undefined
  )
  const isNew = answer?.at !== commit
  useEffect(() => {
    if (who === undefined || commit === undefined || place === undefined || !met || !isNew) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const hear = (what: Pick<InteractionsAnswer, 'dealings' | 'problem'>): void => {
      if (!signal.aborted) updateMap({ interactions: { of: who, at: commit, place, ...what } })
    }
    const timer = setTimeout(
      () =>
        void api.interactions.query({ place, at: commit, ...(who === ALL_PLAYERS ? {} : { as: who }) }, { signal }).then(
          (dealings) => hear({ dealings }),
          (error: unknown) => hear({ problem: problemOf(error).message })
        ),
      playing ? PLAYING_REST_MS : REST_MS
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [who, commit, place, playing, met, isNew])
  return met ? answer : undefined
}
