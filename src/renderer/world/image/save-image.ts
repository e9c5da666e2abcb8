import { atOnce } from '../../../shared/map/layout/at-once'
import { settled, unknown } from '../../../shared/map/layout/settle'
import { drawMapImage, type ImageOptions } from '../../../shared/map-image/map-image'
import { coloursOf, type Theme } from '../../../shared/map-image/palette'
import type { MapImage } from '../../../shared/map-image/shape'
import { svgOf } from '../../../shared/map-image/svg'
import { mapImageTexts as mapWords } from '../../../shared/map-image/texts'
import { slug } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { loreAtCursor, notify, useSession, type Session } from '../../session'
import { saveAs } from '../../ui/save-as'
import { runCall } from '../../run-call'
import { foldedRegions } from '../folded-regions'
import { useLayoutState } from '../layout/spots'
import { pngOf } from '../../ui/paint-image'
import { imageTexts as t } from './texts'

/** The options of a map image. */
export interface MapImageOptions extends Pick<ImageOptions, 'people' | 'words' | 'seenOnly'> {
  format: 'svg' | 'png'
  look: Theme
}

/** Whether the state at the cursor is loaded. */
export const isStateLoaded = ({ snapshot, cursor, present }: Session): boolean =>
  snapshot !== undefined && snapshot.commit === (cursor ?? present?.head)

/** The map as in view: places at their positions, folded regions as cards. */
function imageNow(options: MapImageOptions): MapImage | undefined {
  const session = useSession.getState()
  const { snapshot, present } = session
  if (!snapshot) return undefined
  const { state } = snapshot
  const { base } = useLayoutState.getState()
  const hand = new Map(Object.entries(loreAtCursor(session)?.map ?? {}))
  const spots = settled(state, hand, unknown(state, base) ? atOnce(state) : base)
  return drawMapImage(present?.campaign.title ?? '', state, spots, { ...options, folded: new Set(foldedRegions()) })
}

/** Saves an image of the map at the cursor. */
export async function saveMapImage(options: MapImageOptions): Promise<void> {
  const { present } = useSession.getState()
  const name = `${slug(present?.campaign.title ?? '')}-map.${options.format}`
  await runCall(async () => {
    const image = imageNow(options)
    if (!image) return
    const colours = coloursOf(options.look)
    if (options.format === 'svg') {
      const file = await saveAs(name, new Blob([svgOf(image, colours)], { type: 'image/svg+xml' }))
      if (file !== undefined) notify(t.saved(file))
      return
    }
    const painted = await pngOf(image, colours)
    if (!painted) throw new Problem('refused', 'This machine can’t paint a map this large. Export it as SVG instead.')
    const file = await saveAs(name, painted.png)
    if (file === undefined) return
    const saved =
      painted.scale < 1
        ? `Saved as ${file}, at ${Math.max(1, Math.round(painted.scale * 100))} % of its size, because this machine can’t paint a larger image. SVG has no such limit.`
        : t.saved(file)
    // An SVG shows them as tooltips of the lines.
    notify(image.unlabelled > 0 ? `${saved} ${mapWords.unlabelled(image.unlabelled)}` : saved)
  })
}
