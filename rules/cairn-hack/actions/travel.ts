import { Draft } from '../lib/draft'
import { freeKey, hurt, minutesOf, passTime, save } from '../lib/harm'
import { canAct, partyAt, placeOf, waysFrom } from '../lib/people'
import { cap, itemName, names, pick, placeName, rank, span, turn } from '../lib/words'

/** The attribute that decides: of all those the risks call for, the one this person is weakest in. */
function meets(draft: Draft, id: string, risks: readonly string[]): string {
  const stats = risks.flatMap((risk) => {
    const found = Object.keys(game.manifest.risks).filter((word) => risk.toLowerCase().includes(word))
    return found.length > 0 ? found.map((word) => game.manifest.risks[word] ?? 'WIL') : ['WIL']
  })
  return stats.toSorted((a, b) => draft.stat(id, a) - draft.stat(id, b) || (a < b ? -1 : 1))[0] ?? 'WIL'
}

/** What goes wrong for one person on the way. Gives the minutes it costs. */
function mishap(draft: Draft, id: string, from: string): number {
  const row = table('mishap')
  const who = draft.actor(id)
  draft.say(
    pick(
      [`For ${who.name}, ${row.text}.`, `Then ${row.text}; it is ${who.name} who pays for it.`, `${cap(row.text)}, and ${who.name} knows it.`],
      id,
      row.total,
      from
    )
  )
  if (typeof row['damage'] === 'string') hurt(draft, id, Number(row['damage']), false)
  if (typeof row['condition'] === 'string') draft.afflict(id, row['condition'])
  if (row['lose'] === true) {
    const key = Object.keys(who.inventory).find((each) => game.equipment[who.inventory[each]?.item ?? '']?.kind !== 'weapon')
    const entry = key === undefined ? undefined : who.inventory[key]
    if (key !== undefined && entry) {
      draft.put(['actors', id, 'inventory', key], null)
      draft.put(['places', from, 'inventory', freeKey(draft.state.places[from]?.inventory ?? {}, key)], entry)
      draft.say(`The ${itemName(entry)} stays behind.`)
    }
  }
  return typeof row['minutes'] === 'number' ? row['minutes'] : 0
}

const ARRIVALS = [
  '$P come to $L after $T.',
  '$T later $P stand in $L.',
  '$P make their way to $L; it takes $T.',
  'It is $T to $L, and $P make it in one piece.',
  '$P go without much talk, and $T on there is $L round them.',
  '$T of it, and then $L: $P stop and listen.',
  '$P keep close together until $L opens before them, $T from where they were.',
  'What lies between is soon said: $T, and $P are in $L.',
  '$P arrive in $L with $T behind them and their breath still with them.',
  'First one, then the next, $P come through into $L. It has been $T.',
  '$P put $T between themselves and the last place, and $L in front.',
  'After $T $P have $L to themselves, or seem to.'
]
const ALONE = [
  '$P comes to $L after $T.',
  '$T later $P stands in $L.',
  '$P makes the way to $L alone; it takes $T.',
  '$P goes, looking back twice, and $T on is in $L.',
  'Nobody speaks on the way to $L, for $P has nobody to speak to. $T, and there it is.',
  '$P is $T older in $L, and none the worse.'
]
const BATTERED = [
  '$P reach $L after $T, not all of them well.',
  '$T of bad going bring $P to $L.',
  '$P come out at $L after $T, and count the cost.',
  'The way to $L takes $T and something besides from $P.',
  '$P get to $L, $T on, with less skin than they set out with.',
  'It is $T to $L by the clock and longer by the knees; $P sit down for a moment.',
  '$P arrive in $L one at a time, $T late for their own liking.',
  'Nothing on the way to $L wants to be trodden on. $P manage, in $T.',
  '$P slide, swear and climb for $T, and then it is $L.',
  '$L at last: $P have been $T about it and look it.'
]
const BACK = [
  '$P are back in $L; it has taken $T.',
  '$T, and $L again: $P know which boards to keep off.',
  '$P go back the way to $L. $T, and nobody says much.',
  'Once more $P come into $L, $T on.',
  '$L is as $P left it, give or take $T.',
  '$P make short work of the way back to $L, $T of it.',
  'The second look at $L is always shorter. $P have it $T later.',
  '$P turn up in $L again after $T.'
]

export default {
  name: 'travel',
  description: 'Take one of the ways out of here, with everybody of the party who is here.',
  params(state, actor) {
    const ways = waysFrom(state, placeOf(state, actor))
    const labels = Object.fromEntries(
      ways.map((id) => {
        const way = state.journeys[id]
        const risk = way && way.difficulty > 0 && way.risks.length > 0 ? `; ${way.risks.join(', ')}` : ''
        return [id, `${way?.direction ?? ''} to ${placeName(state.places[way?.to ?? ''])} (${way?.duration ?? ''}${risk})`]
      })
    )
    return [{ name: 'journey', type: 'enum', description: 'Which way to go', required: true, enum: ways, labels }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only somebody of flesh can travel'
    if (state.combat) return 'not in a fight'
    if (!canAct(state, actor)) return 'cannot act'
    return waysFrom(state, placeOf(state, actor)).length > 0 || 'no way leads out of here'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const journey = String(params['journey'])
    const way = state.journeys[journey]
    if (!way || way.from !== from) throw refuse('That way does not start here.')
    const party = [actor, ...partyAt(state, from).filter((id) => id !== actor)]
    const walkers = party.filter((id) => canAct(state, id))
    const risky = way.difficulty > 0 && way.risks.length > 0
    const failed = risky ? walkers.filter((id) => !save(draft, id, meets(draft, id, way.risks)).success) : []

    const minutes = minutesOf(way.duration)
    const to = placeName(state.places[way.to])
    const everybody = party.map((id) => draft.actor(id).name)
    // Three names in every line of a long way grow tiresome; now and then the first stands for all.
    const step = rank(state.journeys, journey) + state.clock.minutes
    const who = party.length > 2 && step % 3 === 1 ? `${everybody[0] ?? ''} and the others` : names(everybody)
    const lines = party.length < 2 ? ALONE : failed.length > 0 ? BATTERED : state.places[way.to]?.tags['visited'] === true ? BACK : ARRIVALS
    const line = turn(lines, step)
    draft.say(
      cap(
        line
          .replace('$P', () => who)
          .replace('$L', () => to)
          .replace('$T', () => span(minutes))
      )
    )
    const carried = party.filter((id) => !canAct(state, id)).map((id) => draft.actor(id).name)
    if (carried.length > 0) draft.say(`${names(carried)} ${carried.length > 1 ? 'are' : 'is'} carried.`)

    for (const id of failed) hurt(draft, id, 1, false)
    const [first] = failed
    const late = first === undefined ? 0 : mishap(draft, first, from)
    if (failed.length > 1)
      draft.say(`${names(failed.slice(1).map((id) => draft.actor(id).name))} ${failed.length > 2 ? 'come' : 'comes'} off with bruises.`)
    for (const id of party) if (draft.state.actors[id]?.conditions['dead'] === undefined) draft.put(['actors', id, 'location'], way.to)
    if (state.places[way.to]?.tags['visited'] !== true) draft.put(['places', way.to, 'tags', 'visited'], true)
    passTime(draft, minutes + late)
    return draft.result()
  }
} satisfies Action
