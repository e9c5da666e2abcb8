import { readFileSync } from 'node:fs'
import { mapPicture } from '../../../shared/map-picture/map-picture'
import { coloursOf, type Look } from '../../../shared/map-picture/palette'
import { svgOf } from '../../../shared/map-picture/svg'
import { Problem } from '../../../shared/problem'
import type { MapFormat } from '../../../shared/world-edits'
import { openFolder } from '../open-folder'
import { reading, revision } from '../terminal'
import { exportWorld, importWorld } from '../../story/world/map-files'
import { spotsOf } from '../../story/world/map-layout'

/** The map of a folder at a revision. Throws Problem. */
export const exportMap = (dir: string, format: MapFormat, secrets: boolean, rev?: string): Promise<string> =>
  reading(dir, (campaign) => exportWorld(campaign, format, { at: revision(campaign, rev), secrets }))

/**
 * A picture of the map of a folder at a revision, as the text of an SVG, and how many lines have no room for their words; with
 * `seenOnly` of what the party has seen. `rows`: it was too large to be laid out well. Throws Problem.
 */
export const mapImage = (dir: string, look: Look, seenOnly: boolean, rev?: string): Promise<{ svg: string; untold: number; rows: boolean }> =>
  reading(dir, async (campaign) => {
    const { state, lore } = campaign.past.momentAt(revision(campaign, rev))
    const { spots, rows } = await spotsOf(state, new Map(Object.entries(lore.map)))
    const picture = mapPicture(lore.title, state, spots, { people: true, words: true, seenOnly })
    return { svg: svgOf(picture, coloursOf(look)), untold: picture.untold, rows }
  })

/** Brings the map of a file into a folder; what begins like XML is GraphML. Throws Problem, `locked` when another instance plays there. */
export async function importMap(dir: string, file: string, region: string | undefined): ReturnType<typeof importWorld> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Problem('not-found', `Couldn't read ${file}. Name a JSON or GraphML file.`, { file })
  }
  const format: MapFormat = /^\uFEFF?\s*</.test(text) ? 'graphml' : 'json'
  const open = await openFolder(dir, { announce: () => undefined })
  try {
    if (open.info.readOnly !== undefined) throw new Problem('locked', open.info.readOnly)
    return await importWorld(open.campaign, { text, format, region })
  } finally {
    open.campaign.dispose()
    open.release()
  }
}
