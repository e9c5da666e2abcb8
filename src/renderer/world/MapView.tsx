import type { ReactElement } from 'react'
import { arrange, useSession } from '../session'
import { Split } from '../ui/Split'
import { WorldOutline } from './edit/outline/WorldOutline'
import { OddsMap } from './odds/OddsMap'
import { mapTexts } from './texts'
import { WorldMap } from './WorldMap'

/** The whole map, with the outline beside it if it is shown. */
export function MapView(): ReactElement {
  const outline = useSession((s) => s.desk.outline)
  return (
    <>
      <h1 className="unseen">{mapTexts.label}</h1>
      {outline ? (
        <Split name="map" orientation="horizontal" first={[36, 20]} second={[64, 30]}>
          <WorldOutline />
          <OddsMap key="map" />
        </Split>
      ) : (
        <OddsMap key="map" />
      )}
    </>
  )
}

/** The map of the Play view. */
export const CompactMap = (): ReactElement => <WorldMap compact />

/** Shows the form of the selection while the whole map is shown. Returns a function that removes the listener. */
export const followSelection = (): (() => void) =>
  useSession.subscribe(({ mapState, desk }, before) => {
    if (mapState.selection === before.mapState.selection || mapState.selection.length === 0) return
    if (desk.view === 'map' && desk.side !== 'place') arrange({ side: 'place' })
  })
