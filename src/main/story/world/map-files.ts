import { pathOf } from '../../../shared/story/layout'
import type { JsonObject } from '../../../shared/base/json'
import type { Beat } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import type { MapFormat } from '../../../shared/contract/world-edits'
import { splitFrontMatter } from '../../campaign/front-matter'
import { readGraphml, writeGraphml } from '../../campaign/map/graphml'
import { readJsonMap, writeJsonMap } from '../../campaign/map/json-map'
import { mapOf, personFiles } from '../../campaign/map/map-of'
import { MAX_MAP, type MapWorld, type ReadMap } from '../../campaign/map/map-world'
import { planImport } from '../../campaign/map/plan-import'
import { editFiles } from '../../campaign/world/edit-files'
import { newcomerOf } from '../../campaign/world/newcomer'
import { formatYaml } from '../../campaign/yaml-splice'
import type { StoryEditor, StoryReader } from '../reader'
import { WORLD_IMPORT } from '../edits/edit-history'
import { filesAt } from './edit-world'
import { isSmall, spotsAtOnce } from '../../../shared/map/layout/at-once'
import type { Spots, World } from '../../../shared/map/drawing'
import { elkGraph, laidOut, placedBy } from '../../../shared/map/layout/groups'
import { neighboursOf } from '../../../shared/map/layout/links'
import { isManualMap, settled } from '../../../shared/map/layout/settle'

/** The limits for laying out a world for an image. `journeys`: the most beyond one for each place, because these take longest. */
const MAX_LAID_OUT = { places: 10_000, journeys: 3000 }

/** Whether laying out a world takes too long while somebody waits for the image. */
function isTooLarge({ places, journeys }: World): boolean {
  const count = Object.keys(places).length
  if (count > MAX_LAID_OUT.places) return true
  const ends = [...neighboursOf(places, journeys).values()].reduce((sum, { size }) => sum + size, 0)
  return ends / 2 - count > MAX_LAID_OUT.journeys
}

/**
 * The position of every place on a map image: the designer's own, otherwise the one that elk computes, as in the window. `rows`: the world is too
 * large for elk, so the other places stand in rows by region. The same world gives the same positions.
 */
export async function spotsOf(world: World, hand: Spots): Promise<{ spots: Spots; rows: boolean }> {
  if (isSmall(world) || isManualMap(world, hand)) return { spots: spotsAtOnce(world, hand), rows: false }
  if (isTooLarge(world)) return { spots: spotsAtOnce(world, hand), rows: true }
  // The module is large and rarely needed, so it is loaded on demand.
  const { default: ELK } = await import('elkjs/lib/elk.bundled.js')
  const elk = new ELK()
  const base = await laidOut(world, async (group) => placedBy(await elk.layout(elkGraph(group))))
  return { spots: settled(world, hand, base), rows: false }
}

const FORMS: Record<MapFormat, { read: (text: string) => ReadMap; write: (map: MapWorld) => string }> = {
  json: { read: readJsonMap, write: writeJsonMap },
  graphml: { read: readGraphml, write: writeGraphml }
}

/** The map at a commit as a file's text; with `secrets` it includes what only the DM may know. */
export function exportWorld(campaign: StoryReader, format: MapFormat, { at, secrets }: { at: string; secrets: boolean }): string {
  const { state, lore, tree } = campaign.past.hydratedAt(at)
  const about = (region: string): string => {
    const path = pathOf('region', { region })
    return splitFrontMatter(campaign.past.files.text(tree, path) ?? '', path).body.trim()
  }
  return FORMS[format].write(mapOf({ state, lore }, about, secrets))
}

/** Adds an imported map to the world as one beat. `notes` say what was left out. Throws Problem; then nothing has changed. */
export async function importWorld(
  campaign: StoryEditor,
  map: { text: string; format: MapFormat; region?: string | undefined }
): Promise<{ beat: Beat; created: string[]; notes: string[] }> {
  const { text, format, region } = map
  if (text.length > MAX_MAP) throw new Problem('bad-input', 'This file is larger than 32 MB, which is too large for a map. Choose another file.')
  const { commit, state, lore, game } = campaign.snapshot
  const { edits, arrivals, notes } = planImport(FORMS[format].read(text), state, region)
  if (edits.length === 0) throw new Problem('refused', 'This campaign already contains everything in this map.')
  const newcomer = newcomerOf(game)
  const { files, created, summary: said } = editFiles({ state, lore, newcomer }, filesAt(campaign, commit.tree), edits)
  for (const { person, place } of arrivals)
    for (const [path, content] of personFiles(person, place, newcomer)) files.set(path, Buffer.from(wordsOf(content)))
  const people = arrivals.length === 0 ? '' : `, with ${arrivals.length === 1 ? arrivals[0]?.person.name : `${arrivals.length} people`}`
  const subject = `${said.replace(/^Added/, 'Imported')}${people}`
  const { beat } = await campaign.edit(files, subject, { kind: 'import', action: WORLD_IMPORT, params: {} })
  return { beat, created, notes }
}

const wordsOf = (content: JsonObject | string): string => (typeof content === 'string' ? content : formatYaml(content))
