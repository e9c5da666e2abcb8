import { useEffect } from 'react'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { updateMap, useSession, type Session } from '../../session'
import { ALL_PLAYERS, type ReachAnswer } from '../../store/map-state'

/** How long the moment that is looked at has to rest before the core is asked, in ms; and while the table plays on from there. */
export const REST_MS = 120
export const PLAYING_REST_MS = 1500

/** A world of more journeys than this is answered with the nearest ones first. */
const LARGE_WORLD_JOURNEYS = 200
const isLarge = ({ snapshot }: Session): boolean => Object.keys(snapshot?.state.journeys ?? {}).length > LARGE_WORLD_JOURNEYS

/** What chances hang on; all the same objects, all the same chances. */
function groundOf({ snapshot }: Session): readonly unknown[] | undefined {
  if (!snapshot) return undefined
  const { actors, journeys, places, facts, clock } = snapshot.state
  return [actors, journeys, places, facts, clock]
}

/**
 * Asks how far the chosen actor comes at the moment that is looked at, and keeps the answer with the map. What nobody waits for
 * any more is called off. After a problem it waits for `askAgain`.
 */
export function useReach(): void {
  const who = useSession((s) => s.mapState.odds)
  const commit = useSession((s) => s.snapshot?.commit)
  const playing = useSession((s) => s.cursor === undefined && s.present?.table.running === true)
  const failed = useSession(
    ({ mapState: { reach, odds }, snapshot }) => reach?.problem !== undefined && reach.of === odds && reach.at === snapshot?.commit
  )
  useEffect(() => {
    const { reach: heard } = useSession.getState().mapState
    if (who === undefined || commit === undefined || failed) return undefined
    if (heard?.of === who && heard.at === commit && !heard.some) return undefined
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        const ground = groundOf(useSession.getState())
        if (heard?.of === who && heard.reach && !heard.some && ground && lastGround?.every((part, at) => part === ground[at])) {
          updateMap({ reach: { ...heard, at: commit } })
          return
        }
        const { signal } = stop
        const hear = (what: Pick<ReachAnswer, 'reach' | 'problem' | 'some'>): void => {
          if (signal.aborted) return
          if (what.reach && !what.some) lastGround = ground
          updateMap({ reach: { of: who, at: commit, ...what } })
        }
        const question = { at: commit, ...(who === ALL_PLAYERS ? {} : { as: who }) }
        const ask = async (): Promise<void> => {
          try {
            if (isLarge(useSession.getState())) hear({ reach: await api.reachNear.query(question, { signal }), some: true })
            if (!signal.aborted) hear({ reach: await api.reach.query(question, { signal }) })
          } catch (error) {
            hear({ problem: problemOf(error).message })
          }
        }
        void ask()
      },
      playing ? PLAYING_REST_MS : REST_MS
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [who, commit, playing, failed])
}

/** Forgets a problem, so that the core is asked again. */
export const retryReach = (): void => updateMap({ reach: undefined })

let lastGround: readonly unknown[] | undefined
