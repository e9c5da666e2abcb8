import { useEffect } from 'react'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { updateMap, useSession, type Session } from '../../session'
import { ALL_PLAYERS, type ReachAnswer } from '../../store/map-state'
import { afterRest } from '../../ui/after-rest'

/** The debounce time for cursor moves before odds are fetched, in ms; and a longer one while the table plays. */
export const REST_MS = 120
export const PLAYING_REST_MS = 1500

/** The most journeys for which all odds are fetched at once; in a larger world the nearest ones are fetched first. */
const LARGE_WORLD_JOURNEYS = 200
const isLarge = ({ snapshot }: Session): boolean => Object.keys(snapshot?.state.journeys ?? {}).length > LARGE_WORLD_JOURNEYS

/** The parts of the state on which odds depend. If all are the same objects, the odds are the same. */
function groundOf({ snapshot }: Session): readonly unknown[] | undefined {
  if (!snapshot) return undefined
  const { actors, journeys, places, facts, clock } = snapshot.state
  return [actors, journeys, places, facts, clock]
}

/** Fetches how far the selected character gets at the cursor, for the map. After a problem it waits for `retryReach`. */
export function useReach(): void {
  const who = useSession((s) => s.mapState.odds)
  const commit = useSession((s) => s.snapshot?.commit)
  const playing = useSession((s) => s.cursor === undefined && s.present?.table.running === true)
  const failed = useSession(
    ({ mapState: { reach, odds }, snapshot }) => reach?.problem !== undefined && reach.of === odds && reach.at === snapshot?.commit
  )
  useEffect(() => {
    const { reach: answer } = useSession.getState().mapState
    if (who === undefined || commit === undefined || failed) return undefined
    if (answer?.of === who && answer.at === commit && !answer.some) return undefined
    return afterRest(playing ? PLAYING_REST_MS : REST_MS, (signal) => {
      const ground = groundOf(useSession.getState())
      if (answer?.of === who && answer.reach && !answer.some && ground && lastGround?.every((part, at) => part === ground[at])) {
        updateMap({ reach: { ...answer, at: commit } })
        return
      }
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
    })
  }, [who, commit, playing, failed])
}

/** Clears a problem, so that the answer is fetched again. */
export const retryReach = (): void => updateMap({ reach: undefined })

let lastGround: readonly unknown[] | undefined
