import { called, canAct, Draft, fighters, npcsAt, partyAt, placesOf, sideOf, standing, tell } from 'proscenium'
import { notYet } from '../lib/classes'

const NIMBLE = 3
const FIRST = [
  'It comes to blows with $F, and $P [P:is|are] quicker.',
  '$F [F:reaches|reach] for it. $P [P:has|have] already reached.',
  'Before $F [F:is|are] done glaring, $P [P:begins|begin].',
  '$P [P:sees|see] how it will go, and [P:goes|go] in ahead of $F.',
  'There is no more to say to $F, and $P [P:is|are] the first to stop saying it.',
  '$F [F:counts|count] on another moment. $P [P:does|do] not grant it.',
  '$P [P:moves|move] as one, or nearly, on $F.'
]
const LAST = [
  '$F [F:is|are] among them before $P [P:has|have] turned round.',
  'It comes to blows, and $F [F:has|have] the first word.',
  '$P [P:is|are] still looking for a place to put things down when $F [F:comes|come].',
  'Nobody warned $P how quick $F would be.',
  '$F [F:does|do] not wait. $P [P:wishes|wish] somebody had said.',
  'One moment there is talk, the next there [F:is|are] $F, and $P in the way.',
  '$F [F:begins|begin] it, and well, and $P [P:has|have] to catch up.'
]

const JOINS = [
  '$P will not be left out of it.',
  'There is more of it now: $P [P:comes|come] in.',
  '$P [P:has|have] been holding the coats. Now somebody else can.',
  'And $P, since it is going on anyway.',
  '$P [P:walks|walk] into the middle of it and [P:stays|stay].',
  'The fight makes room for $P, not gladly.'
]

const outside = (state: GameState, id: string): boolean => state.combat?.initiative[id] === undefined
/** The party members in a place who are standing. */
const able = (state: GameState, place: string): string[] => partyAt(state, place).filter((id) => canAct(state, id))
/** Places where a fight can start or grow: where a player is standing, or where the fight is. */
const fields = (state: GameState, actor: string): string[] =>
  placesOf(state, actor).filter((place) =>
    state.combat ? standing(state, 'party', place).length > 0 : able(state, place).some((id) => state.actors[id]?.kind === 'player')
  )
/** NPCs in a place who could be fought and aren't in the fight yet. Friendly NPCs are left out. */
const opponents = (state: GameState, actor: string): string[] =>
  fields(state, actor)
    .flatMap((place) => npcsAt(state, place))
    .filter((id) => id !== actor && state.actors[id]?.attitude !== 'friendly' && state.actors[id]?.tags['companion'] !== true && outside(state, id))
/** Players and companions in a place who are standing and aren't in a fight. */
const free = (state: GameState, actor: string): string[] =>
  fields(state, actor)
    .flatMap((place) => able(state, place))
    .filter((id) => outside(state, id))

const swift = (draft: Draft, id: string): number => Math.max(1, draft.actor(id).stats['speed'] === undefined ? NIMBLE : draft.stat(id, 'speed'))
/** Rolls the die of a side's quickest member. */
const haste = (draft: Draft, ids: readonly string[], label: string): number =>
  roll(`d${Math.max(1, ...ids.map((id) => swift(draft, id)))}`, { label }).total

/**
 * The order of the characters who enter a fight. In side-based fights each side rolls one die of speed, and a character who joins later gets the score of
 * their side. If the manifest says `initiative-based`, every character rolls.
 */
function order(draft: Draft, party: readonly string[], foes: readonly string[]): Record<string, number> {
  const each = (ids: readonly string[], score: (id: string) => number): [string, number][] => ids.map((id) => [id, score(id)])
  if (game.manifest['combat_flow'] !== 'side-based')
    return Object.fromEntries(each([...party, ...foes].toSorted(), (id) => roll(`d${swift(draft, id)}`, { label: 'speed', target: id }).total))
  const running = draft.state.combat
  const first =
    running === undefined
      ? haste(draft, party, 'speed of the party') >= haste(draft, foes, 'speed of the others')
      : ahead(draft.state, 'party') >= ahead(draft.state, 'foes')
  return Object.fromEntries([...each(party, () => (first ? 2 : 1)), ...each(foes, () => (first ? 1 : 2))])
}
const ahead = (state: GameState, side: string): number =>
  Math.max(0, ...fighters(state).map((id) => (sideOf(state, id) === side ? (state.combat?.initiative[id] ?? 0) : 0)))

interface Joining {
  foes?: readonly string[]
  friends?: readonly string[]
}

export default {
  name: 'start-combat',
  kind: 'start_combat',
  description: 'Start a fight between the players and NPCs here, or have more NPCs here join the current one.',
  params(state, actor) {
    const of = (name: keyof Joining, description: string, people: string[], required: boolean): ParamOf<Joining>[] =>
      required || people.length > 0 ? [{ name, type: 'target', description, required, many: true, enum: people, labels: called(state, people) }] : []
    return [
      ...of('foes', 'Who fights the players', opponents(state, actor), !state.combat),
      ...of('friends', 'Who joins the players', state.combat ? free(state, actor) : [], false)
    ]
  },
  available(state, actor) {
    const early = notYet(state)
    if (early !== undefined) return early
    if (fields(state, actor).length === 0) return state.combat ? 'the fight is somewhere else' : 'no player here is on their feet'
    if (state.combat) return [...opponents(state, actor), ...free(state, actor)].length > 0 || 'everybody here is already in the fight'
    return opponents(state, actor).length > 0 || 'there is nobody here to fight'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const foes = listOf(params.foes)
    const [place = '', ...others] = new Set(foes.map((id) => draft.actor(id).location))
    if (!state.combat && others.length > 0) throw refuse('These foes are not in the same place. Choose those of one place.')
    const party = state.combat ? listOf(params.friends) : able(state, place)
    if (party.length + foes.length === 0) throw refuse('Name somebody to join the fight.')
    const initiative = order(draft, party, foes)
    const sides = Object.fromEntries([...party, ...foes].toSorted().map((id) => [id, foes.includes(id) ? 'foes' : 'party']))
    draft.put(['combat'], { initiative: { ...state.combat?.initiative, ...initiative }, sides: { ...state.combat?.sides, ...sides } })
    for (const id of foes) if (draft.actor(id).attitude !== 'hostile') draft.put(['actors', id, 'attitude'], 'hostile')
    const listed = (ids: readonly string[]): string[] => ids.map((id) => draft.actor(id).name)
    const best = (ids: readonly string[]): number => Math.max(...ids.map((id) => initiative[id] ?? 0))
    if (state.combat) draft.say(tell(state, 'start-combat', JOINS, { P: listed([...party, ...foes]) }))
    else draft.say(tell(state, 'start-combat', best(party) >= best(foes) ? FIRST : LAST, { P: listed(party), F: listed(foes) }))
    return draft.result()
  }
} satisfies Action<Joining>

const listOf = (value: Params[string] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]
