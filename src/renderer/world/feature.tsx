import { Map as MapIcon } from 'lucide-react'
import type { Feature } from '../registry'
import { mapCommands } from './map-commands'
import { followRenames } from './edit/edit-world'
import { MapQuestions } from './edit/dialogs/MapQuestions'
import { listenToClipboard, worldCommands } from './edit/commands'
import { WorldPanel } from './edit/forms/WorldPanel'
import { heatCommands } from './heat/commands'
import { CompactMap, followSelection, MapView } from './MapView'
import { oddsCommands } from './odds/commands'
import { imageCommands } from './image/commands'
import { storyCommands } from './story/shown'
import { StoryPanel } from './story/StoryPanel'
import { storyTexts } from './story/texts'
/** The map of the world, its outline and its editor. */
export const world: Feature = {
  id: 'world',
  order: 2,
  views: [
    {
      id: 'map',
      label: 'Map',
      body: MapView,
      rail: { order: 2, icon: <MapIcon size={18} />, shortcut: '2' },
      beside: { view: [64, 24], side: [36, 28] }
    }
  ],
  panels: [
    { id: 'place', label: 'Place', body: WorldPanel, order: 3, only: 'map' },
    { id: 'story', label: storyTexts.tab, body: StoryPanel, order: 2.5, shortcut: 'v' }
  ],
  commands: [...storyCommands, ...worldCommands, ...imageCommands, ...mapCommands, ...heatCommands, ...oddsCommands],
  slots: { 'play-map': CompactMap, overlay: MapQuestions },
  listeners: [listenToClipboard, followRenames, followSelection]
}
