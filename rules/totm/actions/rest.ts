import { canAct, Draft, npcsAt, partyAt, placeName, placeOf, tell } from 'proscenium'
import { raise } from '../lib/harm'

const BREATHER = 10
const NIGHT = 8 * 60
const BREATH = 2
/** The conditions that a night's sleep removes. */
const MENDED = ['lamed', 'strained', 'dazed', 'shaken', 'prayed-out', 'drained']

/** Hour of the day, 0 to 23, in campaign time. */
function hour(state: GameState): number {
  const [, hours = '0', minutes = '0'] = /T(\d\d):(\d\d)/.exec(state.clock.start) ?? []
  return Math.floor((Number(hours) * 60 + Number(minutes) + state.clock.minutes) / 60) % 24
}

/** The kinds of rest that would help somebody here now, with their labels. */
function kinds(state: GameState, actor: string): Record<string, string> {
  const place = placeOf(state, actor)
  const party = partyAt(state, place)
  const tags = state.places[place]?.tags ?? {}
  const out: Record<string, string> = {}
  const hurt = party.some((id) => (state.actors[id]?.stats['hp'] ?? 0) < (state.actors[id]?.max['hp'] ?? 0))
  const ill = party.some((id) => MENDED.some((condition) => state.actors[id]?.conditions[condition]))
  if (hurt) out['breather'] = 'a breather: ten minutes'
  const late = hour(state) >= 20 || hour(state) < 5
  if ((tags['safe'] === true || tags['settlement'] === true) && (hurt || ill || late)) out['night'] = 'a whole night: eight hours'
  return out
}

const BREATHES = [
  '$P [P:sits|sit] down at $L and [P:lets|let] the ground do the work.',
  'Ten minutes at $L: $P [P:needs|need] every one.',
  '$P [P:loosens|loosen] what is tight and [P:tightens|tighten] what is loose, at $L.',
  'At $L, $P [P:finds|find] something to lean on that leans back.',
  '$P [P:shares|share] out the water at $L, and then the silence.',
  '$L will do. $P [P:puts|put] up both feet.',
  '$P [P:counts|count] fingers at $L, one hand at a time.',
  'For a while at $L, nobody wants anything from $P.',
  '$P [P:breathes|breathe], there at $L, until breathing goes unnoticed again.',
  'The cold of $L is good for swellings; $P [P:has|have] several.',
  'Somebody has to keep an eye on $L. $P [P:takes|take] turns at shutting the other.'
]
const SLEEPS = [
  '$P [P:sleeps|sleep] the night through at $L.',
  'It is morning at $L before $P [P:has|have] properly lain down.',
  'At $L, $P [P:is|are] lost to the world for eight hours.',
  '$P [P:wakes|wake] at $L with a pattern of straw on one cheek.',
  'What $P [P:dreams|dream] at $L is nobody’s business.',
  'All night something ticks at $L as it cools. $P [P:hears|hear] none of it.',
  '$P [P:turns|turn] in at $L, and out again when it is light.'
]

export default {
  name: 'rest',
  kind: 'rest',
  description: 'Rest with the party: a breather restores two hit points and gets the fallen up, and a night in a safe place restores all of them.',
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
    const night = params.kind === 'night'
    // Tend the fallen before time passes; otherwise they would come round by themselves.
    raise(draft, party, draft.actor(actor).name)
    draft.say(tell(state, 'rest', night ? SLEEPS : BREATHES, { P: party.map((id) => draft.actor(id).name), L: placeName(state.places[place]) }))
    for (const id of party) {
      const most = draft.actor(id).max['hp'] ?? draft.base(id, 'hp')
      draft.setStat(id, 'hp', night ? most : Math.min(most, draft.base(id, 'hp') + BREATH))
      if (night) for (const condition of MENDED) draft.removeCondition(id, condition)
    }
    draft.passTime(night ? NIGHT : BREATHER)
    return draft.result()
  }
} satisfies Action<{ kind: string }>
