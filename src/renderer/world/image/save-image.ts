import { atOnce } from '../../../shared/map/layout/at-once'
import { settled, unknown } from '../../../shared/map/layout/settle'
import { mapPicture, type PictureManner } from '../../../shared/map-picture/map-picture'
import { coloursOf, type Look } from '../../../shared/map-picture/palette'
import type { Picture } from '../../../shared/map-picture/shape'
import { svgOf } from '../../../shared/map-picture/svg'
import { pictureTexts as mapWords } from '../../../shared/map-picture/texts'
import { slug } from '../../../shared/names'
import { Problem } from '../../../shared/problem'
import { loreAtCursor, notify, useSession, type Session } from '../../session'
import { saveAs } from '../../ui/save-as'
import { runCall } from '../../run-call'
import { foldedRegions } from '../folded-regions'
import { useLayoutState } from '../layout/spots'
import { pngOf } from './paint-image'
import { imageTexts as t } from './texts'

/** The options of a map image. */
export interface MapImageOptions extends Pick<PictureManner, 'people' | 'words' | 'seenOnly'> {
  format: 'svg' | 'png'
  look: Look
}

/** Whether the state at the cursor is loaded. */
export const isStateLoaded = ({ snapshot, cursor, present }: Session): boolean =>
  snapshot !== undefined && snapshot.commit === (cursor ?? present?.head)

/** The map as on the screen: places at their positions, folded regions as cards. */
function pictureNow(options: MapImageOptions): Picture | undefined {
  const session = useSession.getState()
  const { snapshot, present } = session
  if (!snapshot) return undefined
  const { state } = snapshot
  const { base } = useLayoutState.getState()
  const hand = new Map(Object.entries(loreAtCursor(session)?.map ?? {}))
  const spots = settled(state, hand, unknown(state, base) ? atOnce(state) : base)
  return mapPicture(present?.campaign.title ?? '', state, spots, { ...options, folded: new Set(foldedRegions()) })
}

/** Saves an image of the map at the cursor. */
export async function saveMapImage(options: MapImageOptions): Promise<void> {
  const { present } = useSession.getState()
  const name = `${slug(present?.campaign.title ?? '')}-map.${options.format}`
  await runCall(async () => {
    const picture = pictureNow(options)
    if (!picture) return
    const colours = coloursOf(options.look)
    if (options.format === 'svg') {
      const file = await saveAs(name, new Blob([svgOf(picture, colours)], { type: 'image/svg+xml' }))
      if (file !== undefined) notify(t.saved(file))
      return
    }
    const painted = await pngOf(picture, colours)
    if (!painted) throw new Problem('refused', t.failed)
    const file = await saveAs(name, painted.png)
    if (file === undefined) return
    const saved = painted.scale < 1 ? t.savedSmaller(file, Math.max(1, Math.round(painted.scale * 100))) : t.saved(file)
    // An SVG shows them as tooltips of the lines.
    notify(picture.untold > 0 ? `${saved} ${mapWords.untold(picture.untold)}` : saved)
  })
}
