import { canAct, Draft, fill, isDead, names, npcsAt, partyAt, placeName, placeOf, tell } from 'proscenium'

const BREATHER = 10
const NIGHT = 8 * 60

/** Hour of the day, 0 to 23, in campaign time. */
function hour(state: GameState): number {
  const [, hours = '0', minutes = '0'] = /T(\d\d):(\d\d)/.exec(state.clock.start) ?? []
  return Math.floor((Number(hours) * 60 + Number(minutes) + state.clock.minutes) / 60) % 24
}
const lacks = (state: GameState, id: string, stat: string): boolean => {
  const actor = state.actors[id]
  return actor !== undefined && (actor.stats[stat] ?? 0) < (actor.max[stat] ?? 0)
}
const has = (state: GameState, id: string, condition: string): boolean => state.actors[id]?.conditions[condition] !== undefined

/** Which kinds of rest would do somebody here some good now, with words for people. */
function kinds(state: GameState, actor: string): Record<string, string> {
  const place = placeOf(state, actor)
  const party = partyAt(state, place)
  const tags = state.places[place]?.tags ?? {}
  const out: Record<string, string> = {}
  const breathes = party.some(
    (id) => has(state, id, 'critical') || has(state, id, 'frightened') || (lacks(state, id, 'hp') && !has(state, id, 'deprived'))
  )
  if (breathes) out['breather'] = 'a breather, ten minutes'
  const worn = party.some(
    (id) => ['hp', 'STR', 'DEX', 'WIL'].some((stat) => lacks(state, id, stat)) || Object.keys(state.actors[id]?.conditions ?? {}).length > 0
  )
  const late = hour(state) >= 20 || hour(state) < 5
  if ((tags['safe'] === true || tags['settlement'] === true) && (worn || late)) out['night'] = 'a whole night, eight hours'
  return out
}

const BREATHES = [
  '$P [P:sits|sit] down where it is dry, [P:drinks|drink], and [P:gets|get] some breath back.',
  '$P [P:takes|take] ten minutes at $L that nobody can take away again.',
  '$P [P:rests|rest] against the nearest wall until hands are steady.',
  'At $L $P [P:finds|find] something to sit on and [P:says|say] nothing until it has helped.',
  'Ten minutes at $L, and $P [P:is|are] fit to be seen.',
  '$P [P:loosens|loosen] straps, [P:rubs|rub] knees, and [P:listens|listen] to $L.',
  'A mouthful of water and the floor of $L: $P [P:has|have] known worse beds.',
  '$P [P:waits|wait] at $L for the shaking to pass, and it does.',
  'There is time, for once. $P [P:spends|spend] it at $L with both eyes shut.',
  '$P [P:sees|see] to blisters at $L, and to what is under the blisters.',
  '$P [P:leans|lean] back at $L and [P:counts|count] the sore places; fewer than before.'
]
const SLEEPS = [
  '$P [P:sleeps|sleep] a whole night at $L and [P:wakes|wake] to a new day.',
  'At $L there is a door to shut; $P [P:sleeps|sleep] like the stones of it.',
  'The night goes over $L, and over $P, without a dream worth telling.',
  "$P [P:lies|lie] down at $L, and somebody else's turn it is to be awake.",
  'It is a long night at $L and $P [P:misses|miss] all of it.',
  '$P [P:is|are] asleep at $L before the boots are off.',
  'Toward morning it grows cold at $L. $P [P:turns|turn] over, and that is all.',
  '$P [P:dreams|dream], at $L, of stairs, and [P:wakes|wake] at the bottom of them rested.'
]

/** Binds up whoever bleeds, so that they live. */
function tend(draft: Draft, party: readonly string[], by: string): void {
  const bleeding = party.filter((id) => draft.relieve(id, 'critical'))
  if (bleeding.length === 0) return
  draft.say(`${by} binds the wounds of ${names(bleeding.map((id) => draft.actor(id).name))} first, and the bleeding stops.`)
}

export default {
  name: 'rest',
  description: 'Rest with the party: a breather brings back hit protection, a night in a safe place mends more.',
  params(state, actor) {
    const labels = kinds(state, actor)
    return [{ name: 'kind', type: 'enum', description: 'How long', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    if (state.combat) return 'not in a fight'
    if (!state.actors[actor]) return 'only somebody of flesh can rest'
    if (!canAct(state, actor)) return 'cannot act'
    const foe = npcsAt(state, placeOf(state, actor)).find((id) => state.actors[id]?.attitude === 'hostile')
    if (foe !== undefined) return `not with ${state.actors[foe]?.name ?? 'a foe'} about`
    return Object.keys(kinds(state, actor)).length > 0 || 'nobody here needs rest'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const party = partyAt(state, place)
    const night = params['kind'] === 'night'
    // Tending comes before time goes by, or they would bleed through the rest.
    tend(draft, party, draft.actor(actor).name)
    draft.say(tell(state, 'rest', night ? SLEEPS : BREATHES, { P: party.map((id) => draft.actor(id).name), L: placeName(state.places[place]) }))
    const hungry = night ? party.filter((id) => !mend(draft, id, state.places[place]?.tags['settlement'] === true)) : []
    if (hungry.length > 0) draft.say(fill('$P [P:goes|go] hungry.', { P: hungry.map((id) => draft.actor(id).name) }))
    for (const id of party) {
      draft.relieve(id, 'frightened')
      if (!draft.has(id, 'deprived')) draft.setStat(id, 'hp', draft.actor(id).max['hp'] ?? draft.stat(id, 'hp'))
    }
    draft.passTime(night ? NIGHT : BREATHER)
    return draft.result()
  }
} satisfies Action

/** A night for one person: a meal, then whatever a meal and sleep can mend. False when there was nothing to eat. */
function mend(draft: Draft, id: string, settlement: boolean): boolean {
  const { inventory } = draft.actor(id)
  const key = Object.keys(inventory).find((each) => inventory[each]?.item === 'ration')
  const entry = key === undefined ? undefined : inventory[key]
  if (key !== undefined && entry) {
    const left = (entry.count ?? 1) - 1
    if (left > 0) draft.put(['actors', id, 'inventory', key, 'count'], left)
    else draft.put(['actors', id, 'inventory', key], null)
  } else if (!settlement) {
    if (!isDead(draft.state, id)) draft.afflict(id, 'deprived')
    return false
  }
  for (const condition of ['deprived', 'poisoned', 'down']) draft.relieve(id, condition)
  for (const stat of ['STR', 'DEX', 'WIL']) {
    const now = draft.stat(id, stat)
    if (now < (draft.actor(id).max[stat] ?? 0)) draft.setStat(id, stat, now + 1)
  }
  return true
}
