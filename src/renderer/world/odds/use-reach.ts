import { useEffect } from 'react'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { onMap, useSession, type Session } from '../../session'
import { EVERYBODY } from '../../store/mapping'

/** How long the moment that is looked at has to rest before the core is asked, in ms; and while the table plays on from there. */
export const REST = 120
export const PLAYING = 1500

/** What chances hang on; all the same objects, all the same chances. */
function groundOf({ shown }: Session): readonly unknown[] | undefined {
  if (!shown) return undefined
  const { actors, journeys, places, facts, clock } = shown.state
  return [actors, journeys, places, facts, clock]
}

/**
 * Asks how far the chosen actor comes at the moment that is looked at, and keeps the answer with the map. What nobody waits for
 * any more is called off. After a problem it waits for `askAgain`.
 */
export function useReach(): void {
  const who = useSession((s) => s.mapping.odds)
  const commit = useSession((s) => s.shown?.commit)
  const playing = useSession((s) => s.cursor === undefined && s.present?.table.running === true)
  const failed = useSession(({ mapping: { reach, odds }, shown }) => reach?.problem !== undefined && reach.of === odds && reach.at === shown?.commit)
  useEffect(() => {
    const { reach: heard } = useSession.getState().mapping
    if (who === undefined || commit === undefined || failed) return undefined
    if (heard?.of === who && heard.at === commit) return undefined
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
  }, [who, commit, playing, failed])
}

/** Forgets a problem, so that the core is asked again. */
export const askAgain = (): void => onMap({ reach: undefined })

let lastGround: readonly unknown[] | undefined
