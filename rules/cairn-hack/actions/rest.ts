import { canAct, Draft, fill, isDead, names, npcsAt, partyAt, placeName, placeOf, remembered, tell } from 'proscenium'
import { mend } from '../lib/body'
import { refresh, room } from '../lib/load'
import { eat, fed, spend, watchOf } from '../lib/watch'

const BREATHER = 10
const NIGHT = 8 * 60
const WEEK = 7 * 24 * 60
/** The conditions that a night's sleep removes, and those that only a week of rest removes. */
const SLEPT_OFF = ['deprived', 'poisoned', 'rattled', 'winded']
const MENDED = [...SLEPT_OFF, 'fevered', 'lamed', 'deafened']

const BODY = ['STR', 'DEX', 'WIL']
const BREATH = ['critical', 'down', 'frightened', 'slumbering', 'burning']

const lacks = (actor: Actor, stat: string): boolean => (actor.stats[stat] ?? 0) < (actor.max[stat] ?? 0)
const suffers = (actor: Actor, from: readonly string[]): boolean => Object.keys(actor.conditions).some((one) => from.includes(one))
const tired = (actor: Actor): boolean => Object.values(actor.inventory).some((entry) => entry.item === 'fatigue')
/** A deprived or fully laden character regains no hit protection. */
const recovers = (actor: Actor): boolean => !actor.conditions['deprived'] && room(actor) > 0

/** The kinds of rest that would help somebody here now, with their labels. */
const kinds = remembered((state, actor) => {
  const place = placeOf(state, actor)
  const party = partyAt(state, place).flatMap((id) => state.actors[id] ?? [])
  const tags = state.places[place]?.tags ?? {}
  const out: Record<string, string> = {}
  if (party.some((one) => suffers(one, BREATH) || (lacks(one, 'hp') && recovers(one)))) out['breather'] = 'a breather: ten minutes'
  const settlement = tags['settlement'] === true
  if (!settlement && tags['safe'] !== true) return out
  const weak = (one: Actor): boolean => BODY.some((stat) => lacks(one, stat))
  if (watchOf(state) === 'night' || party.some((one) => weak(one) || lacks(one, 'hp') || tired(one) || suffers(one, SLEPT_OFF)))
    out['night'] = 'a whole night: eight hours'
  if (settlement && party.some((one) => weak(one) || suffers(one, MENDED))) out['week'] = 'a week in bed, with soup'
  return out
})

const BREATHES = [
  '$P [P:sits|sit] down where it is dry, [P:drinks|drink], and [P:gets|get] some breath back.',
  '$P [P:takes|take] ten minutes at $L that nobody can take away again.',
  '$P [P:rests|rest] against the nearest wall until the shaking stops.',
  'At $L, $P [P:finds|find] something to sit on and [P:says|say] nothing until it has helped.',
  'Ten minutes at $L, and $P [P:is|are] fit to be seen.',
  '$P [P:loosens|loosen] straps, [P:rubs|rub] knees, and [P:listens|listen] to $L.',
  'A mouthful of water and the ground at $L: $P [P:has|have] known worse beds.',
  '$P [P:waits|wait] at $L for the shaking to pass, and it does.',
  'There is time, for once. $P [P:spends|spend] it at $L with both eyes shut.',
  '$P [P:sees|see] to blisters at $L, and to what is under the blisters.',
  '$P [P:leans|lean] back at $L and [P:counts|count] the sore places; there are fewer than before.'
]
const SLEEPS = [
  '$P [P:sleeps|sleep] a whole night at $L and [P:wakes|wake] to a new day.',
  'At $L there is nobody to ask for anything; $P [P:sleeps|sleep] like a stone.',
  'The night passes over $L, and over $P, without a dream worth telling.',
  "$P [P:lies|lie] down at $L, and it is somebody else's turn to stay awake.",
  'It is a long night at $L, and $P [P:misses|miss] all of it.',
  '$P [P:is|are] asleep at $L before the boots are off.',
  'Toward morning it grows cold at $L. $P [P:turns|turn] over, and that is all.',
  'At $L, $P [P:dreams|dream] of stairs, and [P:wakes|wake] rested at the bottom of them.'
]

const WEEKS = [
  'A week goes by at $L. $P [P:is|are] fed, scolded and mended.',
  '$P [P:stays|stay] in bed at $L for seven days, and on the eighth nobody accepts any excuses.',
  'Seven mornings at $L, and on the last of them $P [P:gets|get] up without thinking.',
  'Whatever is broken in $P knits, at $L, in a week of other people walking softly.',
  'At $L there is a bed for $P and a week to put in it.'
]

/** Binds the wounds of everybody who is bleeding, so that they live. */
function tend(draft: Draft, party: readonly string[], by: string): void {
  const bleeding = party.filter((id) => draft.removeCondition(id, 'critical'))
  if (bleeding.length === 0) return
  draft.say(`${by} binds the wounds of ${names(bleeding.map((id) => draft.actor(id).name))} first, and the bleeding stops.`)
}

export default {
  name: 'rest',
  kind: 'rest',
  description:
    'Rest with the party: a breather restores hit protection, a night in a safe place heals more, and a week in a settlement heals everything.',
  params(state, actor) {
    const labels = kinds(state, actor)
    return [{ name: 'kind', type: 'enum', description: 'How long', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can rest'
    if (!canAct(state, actor)) return "they can't act"
    const foe = npcsAt(state, placeOf(state, actor)).find((id) => state.actors[id]?.attitude === 'hostile')
    if (foe !== undefined) return `${state.actors[foe]?.name ?? 'a foe'} is about`
    return Object.keys(kinds(state, actor)).length > 0 || 'nobody here needs rest'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const party = partyAt(state, place)
    const { kind } = params
    // Tend the wounded before time passes; otherwise they would bleed during the rest.
    tend(draft, party, draft.actor(actor).name)
    const lines = kind === 'week' ? WEEKS : kind === 'night' ? SLEEPS : BREATHES
    draft.say(tell(state, 'rest', lines, { P: party.map((id) => draft.actor(id).name), L: placeName(state.places[place]) }))
    const settlement = state.places[place]?.tags['settlement'] === true
    const hungry = kind === 'night' ? party.filter((id) => !sleep(draft, id, settlement)) : []
    if (hungry.length > 0) draft.say(fill('$P [P:goes|go] hungry.', { P: hungry.map((id) => draft.actor(id).name) }))
    for (const id of party) {
      if (kind === 'week') lieIn(draft, id)
      for (const condition of ['frightened', 'down', 'slumbering', 'burning', 'rooted']) draft.removeCondition(id, condition)
      if (recovers(draft.actor(id))) draft.setStat(id, 'hp', draft.actor(id).max['hp'] ?? draft.base(id, 'hp'))
    }
    spend(draft, kind === 'week' ? WEEK : kind === 'night' ? NIGHT : BREATHER, party)
    return draft.result([], { status: hungry.length > 0 ? 'partial_success' : 'success' })
  }
} satisfies Action<{ kind: string }>

/** One character's night: a meal, then recovery from everything that food and sleep can heal. Returns false if there was nothing to eat. */
function sleep(draft: Draft, id: string, settlement: boolean): boolean {
  refresh(draft, id)
  if (!settlement && !eat(draft, id)) {
    if (!isDead(draft.state, id)) draft.addCondition(id, 'deprived')
    return false
  }
  fed(draft, id)
  for (const condition of SLEPT_OFF) draft.removeCondition(id, condition)
  for (const stat of BODY) mend(draft, id, stat, 1)
  return true
}

/** A week in a settlement restores every attribute. */
function lieIn(draft: Draft, id: string): void {
  refresh(draft, id)
  for (const condition of MENDED) draft.removeCondition(id, condition)
  for (const stat of BODY) mend(draft, id, stat, draft.actor(id).max[stat] ?? 0)
}
