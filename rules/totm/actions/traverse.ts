import { canAct, Draft, fill, itemName, minutesOf, partyAt, placeName, placesOf, span, tell, waysFrom } from 'proscenium'
import { notYet } from '../lib/classes'
import { aftermath, hurt, uprightNear } from '../lib/harm'
import { deciding, fare, type Fared } from '../lib/way'

const SET_OUT = [
  '$P [P:takes|take] the way to $L, $T of it.',
  'To $L, on foot and on trust, $P [P:goes|go], for all of $T.',
  'It is $T to $L, and $P [P:spends|spend] all of it.',
  '$P [P:tries|try] the way to $L; it asks for $T.',
  'To $L, then, which is $T away for $P.',
  '$P [P:sets|set] out for $L and [P:takes|take] $T over it.',
  'The way to $L has room for $P, and $T in it.',
  '$P [P:says|say] goodbye to nothing in particular and [P:makes|make] for $L, $T off.',
  'The road to $L is $T long, and then $P [P:has|have] put it behind.',
  '$L [L:is|are] next. $P [P:gives|give] [L:it|them] $T.',
  '$P [P:goes|go] by the way to $L, and it takes $P $T.',
  'There is a way to $L, and $P [P:is|are] on it for $T.',
  '$P [P:does|do] not look back until $L, $T on.',
  'After $T, the matter of $P and $L is settled.',
  'One foot, then the other, for $T, toward $L: so [P:goes|go] $P.',
  '$P [P:measures|measure] the way to $L by the only means there is, in $T.',
  '$P [P:has|have] $T of it, with $L at the end.'
]
const WHOLE = [
  '$P [P:arrives|arrive] in one piece.',
  'Nothing on the way troubles $P.',
  '$P [P:is|are] none the worse for it.',
  'For $P it might have been a corridor.',
  '$P [P:has|have] not a mark to show for it.',
  'The way is kind to $P.',
  '$P [P:does|do] it without a word.',
  'None of it is too much for $P.',
  '$P [P:finds|find] every hold where a hold should be.',
  '$P [P:gets|get] there with breath to spare.',
  '$P could do it again, and would rather not be asked.'
]
const ONLY_JUST = [
  '$A comes through by a hair: $M.',
  'It is a near thing for $A, and $M.',
  '$M, but $A arrives all the same.',
  'It happens to $A: $M.',
  'It lets $A by, at a price: $M.',
  'Nearly there, $A learns that $M.',
  'Some of it sticks to $A: $M.'
]
const STAYS = [
  '$A does not get through, and pays $N for trying.',
  'It throws $A back, $N the poorer.',
  'For $A there is no getting past it; finding out costs $N.',
  '$A is back where $A was, less $N.',
  '$A gets halfway and no further. The way back down takes $N.',
  '$A tries it from the left, then from the right, and is $N worse off.',
  'The way has an answer for $A, and it is no. Hearing it costs $N.',
  '$A slides, grabs, slides, and ends where it began, $N sorrier.',
  'It is more than $A can manage today: $N, and no farther.',
  '$A gives it up, $N the wiser and $N the worse.',
  'That is no way for $A. It takes $N to make that plain.'
]

/** The mishap of a character who barely succeeded: more damage, a condition, a lost item. Returns the minutes that it costs everybody. */
function mishap(draft: Draft, id: string, way: Journey, fared: Fared): number {
  const row = rollTable('mishap')
  fared.effect = typeof row['outcome'] === 'string' ? row['outcome'] : 'none'
  draft.say(fill(ONLY_JUST[row.total % ONLY_JUST.length] ?? '', { A: draft.actor(id).name, M: row.text }))
  if (typeof row['damage'] === 'number') fared.damage += row['damage']
  const minutes = typeof row['minutes'] === 'number' ? { minutes: row['minutes'] } : {}
  if (typeof row['condition'] === 'string') draft.addCondition(id, row['condition'], minutes)
  if (row['lose'] === true && !lose(draft, id, way.from)) fared.effect = 'none'
  return typeof row['late'] === 'number' ? row['late'] : 0
}

/** A character leaves one item behind where the journey begins, a gift or a weapon only if there is nothing else. Returns false if they carry nothing. */
function lose(draft: Draft, id: string, from: string): boolean {
  const { inventory, name } = draft.actor(id)
  const dear = (key: string): number => {
    const gear = game.equipment[inventory[key]?.item ?? '']
    return gear?.grants ? 2 : gear?.kind === 'weapon' ? 1 : 0
  }
  const loose = Object.keys(inventory).filter((key) => game.equipment[inventory[key]?.item ?? '']?.tags?.['natural'] !== true)
  const key = loose.toSorted((a, b) => dear(a) - dear(b))[0]
  const entry = key === undefined ? undefined : draft.removeItem(id, key, 1)
  if (key === undefined || !entry) {
    draft.say(`${name} has nothing left to lose.`)
    return false
  }
  draft.addItem({ place: from }, key, entry)
  draft.say(`${name} loses the ${itemName(entry)}.`)
  return true
}

/** The travellers of a journey from a place, the one who decides first: all party members who are standing, or one alone. */
function travellers(state: GameState, actor: string, from: string, alone: boolean): string[] {
  if (alone && state.actors[actor]) return [actor]
  const able = partyAt(state, from).filter((id) => state.actors[id]?.kind === 'player' && canAct(state, id))
  return able.includes(actor) ? [actor, ...able.filter((id) => id !== actor)] : able
}

/** The journeys that an actor can begin, from their place if somebody there can go; for the DM, from every place with a player. */
const open = (state: GameState, actor: string): string[] =>
  placesOf(state, actor)
    .filter((place) => travellers(state, actor, place, false).length > 0)
    .flatMap((place) => waysFrom(state, place))

export default {
  name: 'traverse',
  kind: 'move',
  description: 'Take one of the exits. Everybody in the party who is on their feet there goes along, and each has to manage it.',
  params(state, actor) {
    const ways = open(state, actor)
    const who = state.actors[actor]
    const labels = Object.fromEntries(
      ways.map((id) => {
        const way = state.journeys[id]
        if (!way) return [id, id]
        const risk = way.difficulty > 0 && way.risks.length > 0 ? `; ${way.risks.join(', ')}` : ''
        const stat = who && way.difficulty > 0 ? `; by ${deciding(who, way)}` : ''
        return [id, `${way.direction} to ${placeName(state.places[way.to])} (${way.duration}${risk}${stat})`]
      })
    )
    const journey: ParamOf<{ journey: string }> = {
      name: 'journey',
      type: 'enum',
      description: 'Which exit to take',
      aliases: ['edge_id'],
      required: true,
      enum: ways,
      labels
    }
    if (!who || travellers(state, actor, who.location, false).length < 2) return [journey]
    const company = { party: 'with everybody on their feet here', alone: 'alone' }
    return [
      journey,
      {
        name: 'company',
        type: 'enum',
        description: 'Who goes; defaults to the party',
        required: false,
        enum: Object.keys(company),
        labels: company
      }
    ]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    const early = notYet(state)
    if (early !== undefined) return early
    if (state.actors[actor] ? !canAct(state, actor) : uprightNear(state, actor).length === 0) return "they can't act"
    return open(state, actor).length > 0 || 'there is no exit from here'
  },
  execute(state, actor, params) {
    const id = params.journey
    const way = state.journeys[id]
    if (!way) throw refuse(`There is no journey called "${id}".`)
    if (!open(state, actor).includes(id)) throw refuse('That journey does not start here.')
    const { from } = way
    const draft = new Draft(state)
    const alone = params.company === 'alone'
    const going = travellers(state, actor, from, alone)
    if (going.length === 0) throw refuse('Nobody here is fit to go.')
    const fared = Object.fromEntries(going.map((one): [string, Fared] => [one, fare(draft.actor(one), one, way)]))
    const by = (status: Fared['status']): string[] => going.filter((one) => fared[one]?.status === status)
    const named = (ids: readonly string[]): string[] => ids.map((one) => draft.actor(one).name)

    const minutes = minutesOf(way.duration)
    draft.say(tell(state, 'traverse', SET_OUT, { P: brief(state, named(going)), L: placeName(state.places[way.to]), T: span(minutes) }))
    const whole = by('success')
    if (way.difficulty > 0 && whole.length > 0) draft.say(tell(state, 'traverse', WHOLE, { P: named(whole) }))
    const arrived = [...whole, ...by('partial_success')]
    let late = 0
    for (const one of by('partial_success')) late = Math.max(late, mishap(draft, one, way, fared[one] as Fared))
    if (late > 0) draft.say(`That makes it ${span(minutes + late)} in all.`)
    by('failure').forEach((one, nth) => {
      const line = STAYS[((state.table.played['traverse'] ?? 0) + 5 * nth) % STAYS.length] ?? ''
      draft.say(fill(line, { A: draft.actor(one).name, N: String(fared[one]?.damage ?? 0) }))
    })
    // The first who arrives carries the fallen and brings the companions. A character who goes alone takes nobody.
    const led = alone ? [] : partyAt(state, from).filter((one) => !going.includes(one))
    const moved = arrived.length > 0 ? [...arrived, ...led] : []
    for (const one of moved) draft.put(['actors', one, 'location'], way.to)
    const carried = led.filter((one) => moved.includes(one) && !canAct(state, one))
    if (carried.length > 0) draft.say(fill('$P [P:is|are] carried.', { P: named(carried) }))
    const followers = led.filter((one) => moved.includes(one) && canAct(state, one))
    if (followers.length > 0) draft.say(fill('$P [P:comes|come] along.', { P: named(followers) }))
    for (const place of moved.length > 0 ? [from, way.to] : [])
      if (state.places[place]?.tags['visited'] !== true) draft.put(['places', place, 'tags', 'visited'], true)
    for (const one of going) hurt(draft, one, fared[one]?.damage ?? 0)
    draft.passTime(minutes + late)
    const next = aftermath(draft, from)
    return draft.result(next, going.length === 1 ? { ...(fared[going[0] ?? ''] as Fared) } : { status: overall(going, fared), travellers: fared })
  }
} satisfies Action<{ journey: string; company?: string }>

/** Four names in every line are tedious, so some lines name only the first character. */
const brief = (state: GameState, all: string[]): string[] =>
  all.length > 2 && (state.table.played['traverse'] ?? 0) % 3 === 1 ? [all[0] ?? '', 'the others'] : all

/** The outcome of the whole journey: the travellers' common outcome, or a partial success if they differ. */
function overall(going: readonly string[], fared: Readonly<Record<string, Fared>>): Fared['status'] {
  const all = new Set(going.map((id) => fared[id]?.status ?? 'failure'))
  return all.size === 1 ? ([...all][0] ?? 'failure') : 'partial_success'
}
