import { commitAll, makeCampaign, write } from './folders'
import { randomNumbers } from './measure'

/**
 * A new campaign with a generated world: regions of equal size, each a tree of places with a few more journeys, some journeys between the regions,
 * and no positions set by hand.
 */
export async function makeWorld(home: string, { places, journeys, regions }: Record<'places' | 'journeys' | 'regions', number>): Promise<string> {
  const dir = await makeCampaign(home, 'world', 0, 'blank')
  const random = randomNumbers()
  const draw = (most: number): number => Math.floor(random() * most)
  const each = Math.floor(places / regions)
  const id = (region: number, place: number): string => `r${region}-p${place}`
  const rows: string[][] = Array.from({ length: regions }, () => [])
  let count = 0
  const go = (region: number, from: string, to: string): void => {
    const danger = count % 7 === 0 ? 'difficulty: 12, risks: [fall, dark]' : 'difficulty: 0, risks: []'
    const direction = ['north', 'east', 'south', 'west', 'north-east', 'down'][draw(6)]
    rows[region]?.push(`${from}--${to}-${count++}: {from: ${from}, to: ${to}, direction: ${direction}, duration: ${1 + draw(50)} minutes, ${danger}}`)
  }
  for (let region = 0; region < regions; region++) {
    const folder = `world/regions/region-${region}`
    write(dir, `${folder}/ABOUT.md`, `# Region ${region}\n`)
    for (let place = 0; place < each; place++)
      write(
        dir,
        `${folder}/locations/${id(region, place)}.yaml`,
        `name: Place ${place} of ${region}\ntags: ${place % 3 ? '{visited: true}' : '{}'}\n`
      )
    for (let place = 1; place < each; place++) go(region, id(region, Math.max(0, place - 1 - draw(6))), id(region, place))
    if (region > 0) go(region, id(draw(region), draw(each)), id(region, 0))
  }
  for (let more = journeys - count; more > 0; more--) {
    const [region, place] = [draw(regions), draw(each)]
    go(region, id(region, place), id(region, (place + 1 + draw(9)) % each))
  }
  rows.forEach((list, region) => write(dir, `world/regions/region-${region}/journeys.yaml`, `${list.join('\n')}\n`))
  commitAll(dir, `A world of ${places} places`)
  return dir
}
