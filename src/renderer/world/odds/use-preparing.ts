import { useEffect, useState } from 'react'
import { own } from '../../../shared/base/json'
import type { Preparing } from '../../../shared/analysis/odds'
import { api } from '../../client'
import { updateMap, useSession } from '../../session'
import { ALL_PLAYERS } from '../../store/map-state'
import { REST_MS } from './use-reach'

/**
 * The choice that players still have to make at the cursor, with its options; undefined if there is none. If the role whose odds are shown is no
 * longer available, the map shows all players.
 */
export function usePreparing(): Preparing | undefined {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const [known, setKnown] = useState<Preparing>()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const { snapshot } = useSession.getState()
    if (actors === undefined || snapshot === undefined) return undefined
    const hear = (preparing: Preparing | null): void => {
      if (signal.aborted) return
      setKnown(preparing ?? undefined)
      const { odds } = useSession.getState().mapState
      const isKnown = odds === undefined || odds === ALL_PLAYERS || own(actors, odds) !== undefined || preparing?.roles.some(({ id }) => id === odds)
      if (!isKnown) updateMap({ odds: ALL_PLAYERS })
    }
    // Without an answer the list has only players. The odds themselves show the problem.
    const timer = setTimeout(() => void api.preparing.query({ at: snapshot.commit }, { signal }).then(hear, () => undefined), REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [actors])
  return known
}
