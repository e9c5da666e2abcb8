import { atOnce } from '../../../shared/map/layout/at-once'
import { settled, unknown } from '../../../shared/map/layout/settle'
import { mapPicture, type PictureManner } from '../../../shared/map-picture/map-picture'
import { coloursOf, type Look } from '../../../shared/map-picture/palette'
import type { Picture } from '../../../shared/map-picture/shape'
import { svgOf } from '../../../shared/map-picture/svg'
import { pictureTexts as mapWords } from '../../../shared/map-picture/texts'
import { slug } from '../../../shared/names'
import { Problem } from '../../../shared/problem'
import { loreThen, news, useSession, type Session } from '../../session'
import { saveAs } from '../../ui/save-as'
import { runCall } from '../../run-call'
import { foldedNow } from '../folding'
import { useStanding } from '../layout/spots'
import { pngOf } from './paint-picture'
import { pictureTexts as t } from './texts'

/** What is chosen for a picture of the map. */
export interface PictureWish extends Pick<PictureManner, 'people' | 'words' | 'seenOnly'> {
  format: 'svg' | 'png'
  look: Look
}

/** Whether the state of the moment that is looked at is there. */
export const isThere = ({ shown, cursor, present }: Session): boolean => shown !== undefined && shown.commit === (cursor ?? present?.head)

/** The map as it is on the screen: its places where they stand, folded regions as cards. */
function pictureNow(wish: PictureWish): Picture | undefined {
  const session = useSession.getState()
  const { shown, present } = session
  if (!shown) return undefined
  const { state } = shown
  const { base } = useStanding.getState()
  const hand = new Map(Object.entries(loreThen(session)?.map ?? {}))
  const spots = settled(state, hand, unknown(state, base) ? atOnce(state) : base)
  return mapPicture(present?.campaign.title ?? '', state, spots, { ...wish, folded: new Set(foldedNow()) })
}

/** Saves a picture of the map at the moment that is looked at. */
export async function savePicture(wish: PictureWish): Promise<void> {
  const { present } = useSession.getState()
  const name = `${slug(present?.campaign.title ?? '')}-map.${wish.format}`
  await runCall(async () => {
    const picture = pictureNow(wish)
    if (!picture) return
    const colours = coloursOf(wish.look)
    if (wish.format === 'svg') {
      const file = await saveAs(name, new Blob([svgOf(picture, colours)], { type: 'image/svg+xml' }))
      if (file !== undefined) news(t.saved(file))
      return
    }
    const painted = await pngOf(picture, colours)
    if (!painted) throw new Problem('refused', t.failed)
    const file = await saveAs(name, painted.png)
    if (file === undefined) return
    const saved = painted.scale < 1 ? t.savedSmaller(file, Math.max(1, Math.round(painted.scale * 100))) : t.saved(file)
    // On an SVG they are read by pointing at the line.
    news(picture.untold > 0 ? `${saved} ${mapWords.untold(picture.untold)}` : saved)
  })
}
