import { called, canAct, Draft, itemName, npcsAt, placesOf, tell } from 'proscenium'
import { notYet } from '../lib/classes'
import { uprightNear } from '../lib/harm'
import { inNeed, takers } from '../lib/need'

/** The kinds of interaction with an NPC, with their labels. Each is an action of its own, and follows this one. */
const WAYS = new Map([
  ['talk', 'talk: hear what they have to tell'],
  ['help', 'help: lend a hand and win their liking'],
  ['give', 'give: hand over the item named in "item"'],
  ['attack', 'attack: strike; a foe who is still standing strikes back']
])
/** The NPCs who can be interacted with: those in the same place; for the DM, those in every place with a player. */
const people = (state: GameState, actor: string): string[] =>
  placesOf(state, actor)
    .filter((place) => state.actors[actor] || uprightNear(state, actor).some((id) => state.actors[id]?.location === place))
    .flatMap((place) => npcsAt(state, place))
    .filter((id) => id !== actor)
const NEEDLESS = [
  '$A offers a hand, and $N has nothing just now to put in it.',
  '$N has all the help the work can bear, and tells $A so.',
  '$A looks for something to do for $N. It has been done.',
  '“Not now,” says $N to $A, and means it kindly enough.',
  "$N waves $A off: two would only get in each other's way.",
  'There is a knack to it that $N will not teach $A today.',
  '$A rolls up both sleeves. $N rolls them down again for $A.',
  'Between them, $A and $N find nothing left to do.',
  '$N is past needing $A for this, and sits down to show it.',
  '$A asks what needs doing. “Sitting still,” says $N.',
  'What $N has left to do is no work for $A.',
  '$A stands by $N for a minute with empty hands.',
  '$N thanks $A for the thought, which was all there was to thank for.',
  'If $N needs anything from $A, it is room.',
  '$A takes up one end of nothing, and $N laughs.',
  '$N counts off for $A on two fingers what is left to do, and closes the hand.',
  'There has been enough help already: $N says it, and $A can see it.',
  '$A would lift, carry or hold. $N would rather have the company.'
]
const REFUSES = ['$N would not take anything from $A, not even for money.', '$A holds it out; $N looks at it until $A puts it away.']

/** An interaction that has no effect on this NPC: a minute passes, and the result says why. */
function idle(state: GameState, lines: readonly string[], who: string, npc: string): ActionResult {
  const draft = new Draft(state)
  draft.say(tell(state, 'interact', lines, { A: draft.actor(who).name, N: draft.actor(npc).name }))
  draft.passTime(1)
  return draft.result([], { status: 'failure', npc })
}

/** The players in an NPC's place. */
const near = (state: GameState, actor: string, npc: string): string[] =>
  uprightNear(state, actor).filter((id) => state.actors[id]?.location === state.actors[npc]?.location)

/** Why an actor can't interact with an NPC who is elsewhere, and who can. */
const apart = (state: GameState, actor: string, who: string, npc: string): string =>
  `${state.actors[who]?.name ?? who} is not where ${state.actors[npc]?.name ?? npc} is. Choose one of: ${near(state, actor, npc).join(', ')}.`

interface Dealing {
  npc: string
  action: string
  who?: string
  item?: string
}

export default {
  name: 'interact',
  kind: 'other',
  description: 'Deal with somebody here: talk, help, give, or attack.',
  params(state, actor) {
    const here = people(state, actor)
    const doers = state.actors[actor] ? [actor] : uprightNear(state, actor)
    const ways = [...WAYS.keys()].filter((way) => way !== 'help' || doers.some((id) => inNeed(state, id).length > 0))
    const list: ParamOf<Dealing>[] = [
      { name: 'npc', type: 'target', description: 'Whom to deal with', aliases: ['npc_id'], required: true, enum: here, labels: called(state, here) },
      { name: 'action', type: 'enum', description: 'What to do', required: true, enum: ways, labels: Object.fromEntries(WAYS) }
    ]
    const who = state.actors[actor]
    if (!who) {
      return [
        ...list,
        {
          name: 'who',
          type: 'target',
          description: 'Which player does it; defaults to the first who is there',
          required: false,
          enum: doers,
          labels: called(state, doers)
        }
      ]
    }
    const things = Object.fromEntries(Object.entries(who.inventory).map(([key, entry]) => [key, itemName(entry)]))
    return [...list, { name: 'item', type: 'enum', description: 'The item to give', required: false, enum: Object.keys(things), labels: things }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    const early = notYet(state)
    if (early !== undefined) return early
    if (state.actors[actor] ? !canAct(state, actor) : uprightNear(state, actor).length === 0) return "they can't act"
    return people(state, actor).length > 0 || 'nobody is here to deal with'
  },
  execute(state, actor, params) {
    const { npc, action, item, who = state.actors[actor] ? actor : near(state, actor, npc)[0] } = params
    if (!people(state, actor).includes(npc)) throw refuse(`There is nobody called "${npc}" here.`)
    if (who === undefined) throw refuse('Nobody here is fit to deal with anyone.')
    if (state.actors[who]?.location !== state.actors[npc]?.location) throw refuse(apart(state, actor, who, npc))
    if (!WAYS.has(action)) throw refuse(`"${action}" is not something you can do with somebody. Choose one of: ${[...WAYS.keys()].join(', ')}.`)
    if (action === 'help' && !inNeed(state, who).includes(npc)) return idle(state, NEEDLESS, who, npc)
    if (action === 'give' && !takers(state, who).includes(npc)) return idle(state, REFUSES, who, npc)
    if (action === 'give' && item === undefined) throw refuse('Name the item to give in "item".')
    const chosen: Params = action === 'give' && item !== undefined ? { target: npc, item } : { target: npc }
    return { stateDelta: {}, narrative: '', followUp: [{ action, actor: who, params: chosen }] }
  }
} satisfies Action<Dealing>
