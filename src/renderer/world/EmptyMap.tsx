import type { ReactElement } from 'react'
import { useSession } from '../session'
import { Blank } from '../ui/Parts'
import { run } from '../ui/commands'
import { uneditableReason } from '../editing'

/** A world without places offers two ways to begin. */
export function EmptyMap(): ReactElement {
  const able = useSession((s) => uneditableReason(s) === undefined)
  return (
    <Blank
      title="No places yet"
      action={
        <span className="map-begin">
          <button type="button" className="button main" disabled={!able} onClick={() => run('place.add')}>
            Add a place
          </button>
          <button type="button" className="button" onClick={() => run('sample')}>
            Open the sample
          </button>
        </span>
      }
    >
      Add the first place of your world, or open the sample as an example.
    </Blank>
  )
}
