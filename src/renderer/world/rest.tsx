import type { FeatureRest } from '../registry'
import { mapCommands, oddsCommands } from './map-commands'
import { followRenames } from '../fields/save-edits'
import { MapQuestions } from './edit/dialogs/MapQuestions'
import { listenToClipboard, worldCommands } from './edit/commands'
import { WorldPanel } from './edit/forms/WorldPanel'
import { heatCommands } from './heat/HeatMenu'
import { imageCommands } from './image/MapImageForm'
import { storyCommands } from './story/shown'
import { StoryPanel } from './story/StoryPanel'
import type { ReactElement } from 'react'
import { arrange, useSession } from '../session'
import { Split } from '../ui/Split'
import { WorldOutline } from './edit/outline/WorldOutline'
import { OddsMap } from './odds/OddsMap'
import { mapTexts } from './texts'

function MapView(): ReactElement {
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

/** Shows the form of the selection while the whole map is shown. Returns a function that removes the listener. */
const followSelection = (): (() => void) =>
  useSession.subscribe(({ mapState, desk }, before) => {
    if (mapState.selection === before.mapState.selection || mapState.selection.length === 0) return
    if (desk.view === 'map' && desk.side !== 'place') arrange({ side: 'place' })
  })

/** The whole map, its forms, its outline and its commands. */
export const rest: FeatureRest = {
  bodies: { map: MapView, place: WorldPanel, story: StoryPanel },
  commands: [...storyCommands, ...worldCommands, ...imageCommands, ...mapCommands, ...heatCommands, ...oddsCommands],
  slots: { overlay: MapQuestions },
  listeners: [listenToClipboard, followRenames, followSelection]
}
