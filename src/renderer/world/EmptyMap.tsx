import type { ReactElement } from 'react'
import { mapTexts as t } from '../ui/map-texts'
import { Blank } from '../ui/Parts'
import { run } from '../ui/commands'

/** A world without places: two ways to begin one. */
export function EmptyMap(): ReactElement {
  return (
    <Blank
      title={t.empty}
      action={
        <span className="map-begin">
          <button type="button" className="button main" onClick={() => run('sample')}>
            {t.sample}
          </button>
        </span>
      }
    >
      {t.emptyHint}
    </Blank>
  )
}
