import { pathOf } from '../../../shared/story/layout'
import { authorTags, STORY_TAGS } from '../../../shared/story/story-tags'
import { pointer, own } from '../../../shared/base/json'
import type { Journey, Place } from '../../../shared/story/state'
import { namerOf, filesOf, placeName, type Side, type Sides, changeTexts, differing, sentence, type DifferenceLine } from './sides'

/** Places and regions: added, removed, changed, visited. */
export function places(sides: Sides): DifferenceLine[] {
  const { a, b } = sides
  const call = namerOf(sides)
  const lines = differing(a.state.places, b.state.places).flatMap(({ id, was, is }) => {
    const files = filesOf(sides, pointer(['places', id]))
    const about = { kind: 'place' as const, id }
    if (!is) return [sentence('places', id, `${was?.name ?? id} is gone`, files, { about })]
    if (!was) return [sentence('places', id, `New place: ${is.name}, in ${regionName(b, is.region)}`, files, { about })]
    return changedPlace(sides, was, is).map((words, i) => sentence('places', `${id} ${i}`, `${is.name}${words}`, files, { about }))
  })
  const regions = differing(a.state.regions, b.state.regions).map(({ id, was, is }) => {
    const words = !is
      ? `The region ${was?.name ?? id} is gone`
      : !was
        ? `New region: ${is.name}`
        : `The region ${is.name}: ${changeTexts(was, is, call).join(', ')}`
    return sentence('places', `region ${id}`, words, written(sides, [pathOf('region', { region: id })]), { about: { kind: 'region', id } })
  })
  return [...lines, ...prose(sides), ...regions]
}

const regionName = ({ state }: Side, id: string): string => own(state.regions, id)?.name ?? id
const written = ({ changed }: Sides, files: readonly string[]): string[] => files.filter((file) => changed.has(file))

/** The changes to a place, each as the end of a sentence that begins with its name. */
function changedPlace(sides: Sides, was: Place, is: Place): string[] {
  const { inventory: _i, features, tags, region, ...rest } = is
  const { inventory: _j, features: had, tags: tagged, region: old, ...before } = was
  const words = STORY_TAGS.flatMap((tag) =>
    Boolean(tagged[tag]) === Boolean(tags[tag]) ? [] : [tags[tag] ? ` has been ${tag}` : ` has not been ${tag}`]
  )
  const call = namerOf(sides)
  const changes = changeTexts({ ...before, tags: authorTags(tagged) }, { ...rest, tags: authorTags(tags) }, call)
  const featureLines = differing(had, features).map(({ id, was: one, is: other }) => {
    const name = (other ?? one)?.name ?? id
    if (!other) return `: ${name} is gone`
    if (!one) return `: ${name} is new`
    const { searched, ...others } = other
    const { searched: once, ...former } = one
    const more = changeTexts(former, others, call)
    const search = Boolean(searched) === Boolean(once) ? [] : [searched ? 'has been searched' : 'has not been searched']
    return `: ${name} ${[...search, ...more].join(', ')}`
  })
  return [
    ...(region === old ? [] : [` is in ${regionName(sides.b, region)}, was in ${regionName(sides.a, old)}`]),
    ...words,
    ...(changes.length === 0 ? [] : [`: ${changes.join(', ')}`]),
    ...featureLines
  ]
}

const PROSE = { description: 'the description', gm_guide: 'the guide for the DM', senses: 'what can be sensed', picture: 'the picture' } as const

/** The changed prose of places that both sides have. */
function prose(sides: Sides): DifferenceLine[] {
  const { a, b } = sides
  return differing(a.lore.places, b.lore.places).flatMap(({ id, was, is }) => {
    if (!was || !is || !own(a.state.places, id) || !own(b.state.places, id)) return []
    const parts = Object.entries(PROSE).flatMap(([key, name]) =>
      JSON.stringify(was[key as keyof typeof PROSE]) === JSON.stringify(is[key as keyof typeof PROSE]) ? [] : [name]
    )
    const files = filesOf(sides, pointer(['places', id]))
    return parts.map((part) =>
      sentence('places', `${id} ${part}`, `${placeName(b, id)}: ${part} has changed`, files, { about: { kind: 'place', id } })
    )
  })
}

/** Journeys: added, removed, changed. */
export function journeys(sides: Sides): DifferenceLine[] {
  const { a, b } = sides
  const journeyWords = (side: Side, { from, to }: Journey): string => `${placeName(side, from)} to ${placeName(side, to)}`
  const lines = differing(a.state.journeys, b.state.journeys).map(({ id, was, is }) => {
    const files = filesOf(sides, pointer(['journeys', id]))
    const about = { kind: 'journey' as const, id }
    if (!is) return sentence('journeys', id, `The journey from ${was ? journeyWords(a, was) : id} is gone`, files, { about })
    if (!was) return sentence('journeys', id, `New journey: from ${journeyWords(b, is)}`, files, { about })
    return sentence('journeys', id, `The journey from ${journeyWords(b, is)}: ${changeTexts(was, is, namerOf(sides)).join(', ')}`, files, { about })
  })
  const described = differing(a.lore.journeys, b.lore.journeys).flatMap(({ id }) => {
    const journey = own(b.state.journeys, id)
    if (!journey || !own(a.state.journeys, id)) return []
    const files = filesOf(sides, pointer(['journeys', id]))
    return [
      sentence('journeys', `${id} prose`, `The journey from ${journeyWords(b, journey)}: the description has changed`, files, {
        about: { kind: 'journey', id }
      })
    ]
  })
  return [...lines, ...described]
}
