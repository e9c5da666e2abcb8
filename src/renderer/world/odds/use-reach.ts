import { useEffect, useState } from 'react'
import { api, problemOf } from '../../client'
import { onMap, useSession, type Session } from '../../session'
import { EVERYBODY } from '../../store/mapping'

/** How long the moment that is looked at has to rest before the core is asked, in ms; and while the table plays on from there. */
const REST = 120
const PLAYING = 1500

/** What chances hang on; all the same objects, all the same chances. */
function groundOf({ shown }: Session): readonly unknown[] | undefined {
  if (!shown) return undefined
  const { actors, journeys, places, facts, clock } = shown.state
  return [actors, journeys, places, facts, clock]
}

/**
 * Asks how far the chosen actor comes at the moment that is looked at, and keeps the answer with the map. What nobody waits for
 * any more is called off. Answers a way to ask again.
 */
export function useReach(): () => void {
  const [asked, setAsked] = useState(0)
  const who = useSession((s) => s.mapping.odds)
  const commit = useSession((s) => s.shown?.commit)
  const playing = useSession((s) => s.cursor === undefined && s.present?.table.running === true)
  useEffect(() => {
    const { reach: heard } = useSession.getState().mapping
    if (who === undefined || commit === undefined) return undefined
    if (heard?.of === who && heard.at === commit && heard.problem === undefined) return undefined
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        const ground = groundOf(useSession.getState())
        if (heard?.of === who && heard.reach && ground && lastGround?.every((part, at) => part === ground[at])) {
          onMap({ reach: { ...heard, at: commit } })
          return
        }
        const { signal } = stop
        const hear = (what: { reach?: Awaited<ReturnType<typeof api.reach.query>>; problem?: string }): void => {
          if (signal.aborted) return
          if (what.reach) lastGround = ground
          onMap({ reach: { of: who, at: commit, ...what } })
        }
        api.reach.query({ at: commit, ...(who === EVERYBODY ? {} : { as: who }) }, { signal }).then(
          (reach) => hear({ reach }),
          (error: unknown) => hear({ problem: problemOf(error).message })
        )
      },
      playing ? PLAYING : REST
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [who, commit, playing, asked])
  return () => setAsked((times) => times + 1)
}

let lastGround: readonly unknown[] | undefined
