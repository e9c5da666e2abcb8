import { own } from '../../../shared/base/json'
import { drawMapImage } from '../../../shared/map-image/map-image'
import { hereOf } from '../../../shared/map/here'
import { spotsAtOnce } from '../../../shared/map/layout/at-once'
import type { Still } from '../../transcript/document'
import { Lines } from '../history/line'
import type { StoryReader } from '../reader'

/**
 * An image of the map at the end of each session, or at the end of the line for a session that is still open. `ends` has the number of each session's
 * last beat, and whether the session is over.
 */
export async function stillsOf(
  campaign: StoryReader,
  to: string,
  ends: ReadonlyMap<number, { beat: number; over: boolean }>,
  yieldThread: () => Promise<void>
): Promise<Map<number, Still>> {
  const stills = new Map<number, Still>()
  if (ends.size === 0) return stills
  const last = campaign.past.hydratedAt(to).state.next.beat
  // The line is read only if a session ended before the last beat of the line.
  const line = [...ends.values()].some(({ beat }) => beat < last)
    ? await new Lines((id) => campaign.history.commit(id)).of(to, yieldThread)
    : undefined
  for (const [session, { beat, over }] of ends) {
    const at = line?.numbers.slice(0, line.count).findLastIndex((n) => n <= beat) ?? -1
    const still = stillAt(campaign, line?.ids[at] ?? to, over ? `the end of session ${session}` : `beat ${beat}`)
    if (still) stills.set(session, still)
    await yieldThread()
  }
  return stills
}

/** A map of the party's region, as far as the party has explored it; undefined if the party is nowhere. */
function stillAt(campaign: StoryReader, commit: string, when: string): Still | undefined {
  const { state, lore } = campaign.past.hydratedAt(commit)
  const here = hereOf(state)
  const place = here === undefined ? undefined : own(state.places, here)
  if (!place) return undefined
  const region = own(state.regions, place.region)?.name ?? place.region
  const words = `The map of ${region} at ${when}: the party is at ${place.name}.`
  const spots = spotsAtOnce(state, new Map(Object.entries(lore.map)))
  return { words, image: drawMapImage(words, state, spots, { people: true, words: false, seenOnly: true, region: place.region }) }
}
