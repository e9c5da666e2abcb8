import type { Chosen } from '../store/mapping'
import { own } from '../../shared/json'
import type { Box, Drawing, World } from '../../shared/map/drawing'

/** A box as something that can be chosen. */
export const choiceOf = (box: Box): Chosen => ({ what: box.what, id: box.of })

const same = (a: Chosen, b: Chosen): boolean => a.what === b.what && a.id === b.id

/** Whether something is among what is chosen. */
export const isChosen = (chosen: readonly Chosen[], one: Chosen): boolean => chosen.some((other) => same(one, other))

/** What is chosen after one more was pointed at: with it or without it when several are chosen one by one, else it alone. */
export function choosing(chosen: readonly Chosen[], one: Chosen, several: boolean): readonly Chosen[] {
  if (!several) return [one]
  return isChosen(chosen, one) ? chosen.filter((other) => !same(one, other)) : [...chosen, one]
}

/** What is chosen after a frame was drawn around these: they, after what was chosen before. */
export const framed = (chosen: readonly Chosen[], within: readonly Chosen[]): readonly Chosen[] => {
  const known = new Set(chosen.map(({ what, id }) => `${what}:${id}`))
  return [...chosen, ...within.filter(({ what, id }) => !known.has(`${what}:${id}`))]
}

/** The boxes of what is chosen, as it is drawn: of a journey those at its ends, of a region all of its places or its card. */
export function boxesOf(chosen: readonly Chosen[], world: World, { boxes, boxOf }: Pick<Drawing, 'boxes' | 'boxOf'>): Box[] {
  const ids = new Set(
    chosen.flatMap(({ what, id }) => {
      const way = own(world.journeys, id)
      return what === 'place' ? [id] : what === 'journey' && way ? [way.from, way.to] : []
    })
  )
  const regions = new Set(chosen.flatMap(({ what, id }) => (what === 'region' ? [id] : [])))
  const found = new Set([...ids].flatMap((id) => boxOf.get(id) ?? []))
  return boxes.filter((box, k) => found.has(k) || regions.has(box.region))
}
