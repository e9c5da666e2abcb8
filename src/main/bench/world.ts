import { join } from 'node:path'
import { commitAll, write } from './folder'
import { openStudio } from './table-beats'

/** The size of a generated world. */
export interface WorldSize {
  places: number
  journeys: number
  regions: number
}

const COMPASS = ['north', 'east', 'south', 'west', 'north-east', 'down']

/** Reproducible numbers from 0 to below `most`. */
function counted(): (most: number) => number {
  let state = 0x2545f491
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/**
 * A new campaign with a generated world: regions of equal size, each a tree of places with a few more journeys, some journeys between the
 * regions, and no positions set by hand.
 */
export async function makeWorld(home: string, name: string, { places, journeys, regions }: WorldSize): Promise<string> {
  const dir = join(home, name)
  const studio = openStudio(dir)
  await studio.create({ dir, seed: '7', template: 'blank' })
  await studio.dispose()
  const draw = counted()
  const each = Math.floor(places / regions)
  const ids = (region: number, place: number): string => `r${region}-p${place}`
  const rows: string[][] = Array.from({ length: regions }, () => [])
  let count = 0
  const go = (region: number, from: string, to: string): void => {
    const risks = count % 7 === 0 ? '[fall, dark]' : '[]'
    rows[region]?.push(
      `${from}--${to}-${count++}: {from: ${from}, to: ${to}, direction: ${COMPASS[draw(COMPASS.length)]}, duration: ${1 + draw(50)} minutes, difficulty: ${count % 7 === 1 ? 12 : 0}, risks: ${risks}}`
    )
  }
  for (let region = 0; region < regions; region++) {
    write(dir, `world/regions/region-${region}/ABOUT.md`, `# Region ${region}\n`)
    for (let place = 0; place < each; place++)
      write(
        dir,
        `world/regions/region-${region}/locations/${ids(region, place)}.yaml`,
        `name: Place ${place} of ${region}\ntags: ${place % 3 ? '{visited: true}' : '{}'}\n`
      )
    for (let place = 1; place < each; place++) go(region, ids(region, Math.max(0, place - 1 - draw(6))), ids(region, place))
    if (region > 0) go(region, ids(draw(region), draw(each)), ids(region, 0))
  }
  for (let more = journeys - count; more > 0; more--) {
    const region = draw(regions)
    const place = draw(each)
    go(region, ids(region, place), ids(region, (place + 1 + draw(9)) % each))
  }
  rows.forEach((list, region) => write(dir, `world/regions/region-${region}/journeys.yaml`, `${list.join('\n')}\n`))
  commitAll(dir, `A world of ${places} places`)
  return dir
}
