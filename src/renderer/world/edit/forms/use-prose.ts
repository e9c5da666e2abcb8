import { useEffect, useState } from 'react'
import type { PlaceLore } from '../../../../shared/story/lore'
import { proseOf } from '../../../../shared/words/prose'
import { api } from '../../../client'
import { showProblem, useSession } from '../../../session'
import type { MapItem } from '../../../store/map-state'
import { afterRest } from '../../../ui/after-rest'

const NONE: PlaceLore = { description: '', gm_guide: '', senses: [] }
const REST_MS = 60

/** The prose of an item on the map at the cursor; the present prose while that is loading. */
export function useProse({ what, id }: MapItem): PlaceLore {
  const lore = useSession((s) => s.present?.lore)
  const cursor = useSession((s) => s.cursor)
  const [then, setThen] = useState<{ of: string; prose: PlaceLore }>()
  const of = `${what}:${id}`
  useEffect(() => {
    if (cursor === undefined) return undefined
    return afterRest(REST_MS, (signal) =>
      api.proseAt.query({ what, id, at: cursor }).then((prose) => !signal.aborted && setThen({ of, prose }), showProblem)
    )
  }, [what, id, of, cursor])
  if (cursor !== undefined && then?.of === of) return then.prose
  return lore ? proseOf(lore, what, id) : NONE
}
