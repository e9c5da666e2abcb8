import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countReach, readArrow } from '../../arrow'
import { APP_ROOT } from '../place'
import { reading, type Reading } from './reading'

const PLAYS = 10_000
/** The measurement with a goal. */
export const ARROW_PLAYS = `${PLAYS} random plays of the largest Arrow document that tests have`

/** The cost of playing an Arrow document at random, in ms of processor time. */
export function measureArrowPlays(rounds: number): Reading {
  const folder = join(APP_ROOT, 'src/arrow/fixtures')
  const [largest = ''] = readdirSync(folder)
    .filter((name) => /\.arrow(-project\.json)?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .sort((a, b) => b.length - a.length)
  const { document } = readArrow(largest)
  const times = Array.from({ length: rounds }, (_, round) => {
    const begun = process.cpuUsage()
    const counting = countReach(document, { runs: PLAYS, steps: 200, seed: round + 1 })
    while (!counting.next().done);
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
  return reading(ARROW_PLAYS, times)
}
