import type { ActorReach, PlaceReach, Reach } from '../../../shared/analysis/reach'
import type { Chance } from '../../../shared/analysis/odds'
import { type MapMark, type Marks, noMarks } from '../marks'
import { oddsTexts as t } from './texts'

type JourneyReach = ActorReach['journeys'][number]

/** The overlay of odds: one character's chances, or for how many of several a journey or place is open. */
export function marksOf({ actors }: Reach): Marks {
  const going = actors.filter(({ why }) => why === undefined)
  const [only] = going
  if (!only) return noMarks
  if (actors.length === 1)
    return {
      journeys: new Map(only.journeys.map((journey) => [journey.journey, journeyMark(journey)])),
      places: new Map(only.places.map((place) => [place.place, placeMark(place, only.from)]))
    }
  const named = going.map((one) => ({
    name: one.name,
    journeys: new Map(one.journeys.map((journey) => [journey.journey, journey])),
    places: new Map(one.places.map((place) => [place.place, place])),
    from: one.from
  }))
  return {
    journeys: new Map(
      only.journeys.map(({ journey }) => {
        const each = named.flatMap(({ name, journeys }) => (journeys.has(journey) ? [{ name, reach: journeys.get(journey) as JourneyReach }] : []))
        const able = each.filter(({ reach }) => reach.counted?.impossible === false).length
        const title = each.map(({ name, reach }) => t.line(name, journeyMark(reach).label || 'always arrives unhurt')).join('\n')
        return [journey, { ...forHowMany(able, each.length), title }]
      })
    ),
    places: new Map(
      only.places.map(({ place }) => {
        const each = named.flatMap(({ name, places, from }) => (places.has(place) ? [{ name, from, reach: places.get(place) as PlaceReach }] : []))
        const able = each.filter(({ reach }) => reach.open === 'now' && reach.chance?.fraction !== '0').length
        const title = each.map(({ name, from, reach }) => t.line(name, placeMark(reach, from).label)).join('\n')
        return [place, { ...forHowMany(able, each.length), label: t.of(able, each.length), title }]
      })
    )
  }
}

const forHowMany = (some: number, all: number): MapMark => ({
  label: some === all ? '' : t.of(some, all),
  tone: some === all ? 'good' : some === 0 ? 'bad' : 'fair'
})

function journeyMark({ counted, shut, why }: JourneyReach): MapMark {
  if (!counted) return { label: t.noOdds, tone: 'none', ...(why === undefined ? {} : { title: why }) }
  const { success, partial, failure, damage, minutes, impossible, label } = counted
  const parts = impossible ? [{ text: '✕ impossible', tone: 'bad' as const }] : shares(counted)
  // If nothing can go wrong, the colour is enough.
  const sure = success.fraction === '1'
  const more = [...(damage.value > 0 ? [t.harm(damage.value)] : []), t.minutes(minutes.value), ...(label === undefined ? [] : [label])]
  return {
    label: sure ? '' : parts.map(({ text }) => text).join(' '),
    ...(sure ? {} : { parts }),
    more: more.join(' · '),
    title: `Arrives unhurt ${exactly(success)}, arrives hurt ${exactly(partial)}, doesn't arrive ${exactly(failure)}; damage ${damage.fraction}, ${minutes.fraction} minutes${label === undefined ? '' : `, by ${label}`}`,
    tone: impossible ? 'bad' : shut ? 'none' : sure ? 'good' : 'fair'
  }
}

/** The outcomes of a journey in whole percent: unhurt, hurt, or not arrived. Impossible outcomes are left out. */
function shares({
  success,
  partial,
  failure
}: Pick<NonNullable<JourneyReach['counted']>, 'success' | 'partial' | 'failure'>): NonNullable<MapMark['parts']> {
  const all = [
    { chance: success, sign: '✓', tone: 'good' as const },
    { chance: partial, sign: '◐', tone: 'fair' as const },
    { chance: failure, sign: '✕', tone: 'bad' as const }
  ]
  return all.filter(({ chance }) => chance.fraction !== '0').map(({ chance, sign, tone }) => ({ text: sign + whole(chance), tone }))
}

/** A chance in whole percent. A possible outcome is never 0, an uncertain one never 100. */
function whole({ value, fraction }: Pick<Chance, 'value' | 'fraction'>): string {
  if (fraction === '1') return '100'
  const percent = Math.round(value * 100)
  return percent === 0 ? '<1' : percent === 100 ? '>99' : String(percent)
}

function placeMark({ place, chance, open, damage, minutes, why }: PlaceReach, from: string): MapMark {
  if (place === from) return { label: 'here', tone: 'none' }
  if (open === 'never') return { label: 'never', tone: 'bad' }
  if (open === 'later') return { label: 'closed now', tone: 'none' }
  if (!chance) return { label: t.noOdds, tone: 'none', ...(why === undefined ? {} : { title: why }) }
  return { label: `ever ${chance.percent}`, title: t.placeTitle(exactly(chance), damage, minutes), tone: chance.fraction === '1' ? 'good' : 'fair' }
}

const exactly = ({ percent, fraction }: { percent: string; fraction: string }): string =>
  fraction.includes('/') ? `${percent} (${fraction})` : percent
