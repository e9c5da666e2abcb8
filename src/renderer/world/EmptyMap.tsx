import type { ReactElement } from 'react'
import { useSession } from '../session'
import { Blank, Button } from '../ui/Parts'
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
          <Button label="Add a place" main disabled={!able} onClick={() => run('place.add')} />
          <Button label="Open the sample" onClick={() => run('sample')} />
        </span>
      }
    >
      Add the first place of your world, or open the sample as an example.
    </Blank>
  )
}
