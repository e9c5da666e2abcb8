import type { ReactElement } from 'react'
import { useSession } from '../session'
import { Blank } from '../ui/Parts'
import { run } from '../ui/commands'
import { uneditableReason } from '../editing'
import { mapTexts as t } from './texts'

/** A world without places offers two ways to begin. */
export function EmptyMap(): ReactElement {
  const able = useSession((s) => uneditableReason(s) === undefined)
  return (
    <Blank
      title={t.empty}
      action={
        <span className="map-begin">
          <button type="button" className="button main" disabled={!able} onClick={() => run('place.add')}>
            {t.addPlace}
          </button>
          <button type="button" className="button" onClick={() => run('sample')}>
            {t.sample}
          </button>
        </span>
      }
    >
      {t.emptyHint}
    </Blank>
  )
}
