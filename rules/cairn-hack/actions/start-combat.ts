import { called, canAct, Draft, fighters, npcsAt, partyAt, peopleAt, placesOf, remembered, sideOf, tell } from 'proscenium'
import { attempt } from '../lib/saves'

const FIRST = [
  'It comes to blows, and $P [P:is|are] quicker than $F.',
  '$P [P:sees|see] it coming before $F [F:has made a move|have made up their minds].',
  '$F [F:means|mean] to begin. $P already [P:has|have].',
  'Nobody says the word, but $P [P:moves|move], and only then $F.',
  '$P [P:does|do] not wait to be told what $F [F:wants|want].',
  'There is a moment to decide in, and $P [P:takes|take] it from $F.',
  'The talking is done. $P [P:is|are] on $F before the silence is.',
  '$F [F:draws|draw] breath for it; $P [P:has|have] saved the breath and gone in.',
  '$P [P:has|have] room to swing, and $F [F:has|have] a wall behind.'
]
const LAST = [
  '$F [F:is|are] upon $P before anybody has a hand free.',
  'It comes to blows, and $F [F:lands|land] the first.',
  '$P [P:is|are] still deciding when $F [F:arrives|arrive], decided.',
  '$F [F:gives|give] no warning, and $P [P:has|have] no luck.',
  'It begins behind $P, with $F.',
  '$P [P:looks|look] one way, and $F [F:comes|come] the other.',
  'By the time $P [P:understands|understand], $F [F:is|are] already doing it.',
  '$F [F:has|have] been waiting for this; $P [P:has|have] not.',
  'The first that $P [P:knows|know] of the fight is $F.'
]
const MIXED = [
  'It comes to blows with $F; $P [P:is|are] the quickest.',
  '$F [F:comes|come] on. Only $P [P:is|are] ready for it.',
  '$P [P:shouts|shout], the others turn, and $F [F:is|are] there.',
  '$F [F:starts|start] it, and $P [P:is|are] awake enough to answer.',
  'Of all of them, $P [P:has|have] seen what $F [F:is|are] about to do.',
  'It is $P first, then $F, then everybody else and the noise.',
  '$F [F:meets|meet] $P, who [P:was|were] looking, before the rest, who were not.',
  'The rest are still talking when $P [P:goes|go] for $F.',
  '$P [P:is|are] a step ahead of $F, and the others a step behind.'
]

const JOINS = [
  '$P [P:joins|join] in as well.',
  'And now $P [P:is|are] in it.',
  '$P [P:has|have] seen enough, and [P:wades|wade] in.',
  'It grows: $P [P:joins|join] in.',
  '$P [P:was|were] only looking on. That is over.',
  'Somebody makes room for $P, and regrets it.'
]

const outside = (state: GameState, id: string): boolean => state.combat?.initiative[id] === undefined
/** Places where a fight can start or grow: where a player is standing, or where the fight is. */
const fields = (state: GameState, actor: string): string[] =>
  placesOf(state, actor).filter((place) =>
    state.combat
      ? fighters(state).some((id) => state.actors[id]?.location === place)
      : peopleAt(state, place).some((id) => state.actors[id]?.kind === 'player' && canAct(state, id))
  )
/** NPCs in a place who could be fought and aren't in the fight yet. Friendly NPCs are left out. */
const opponents = remembered((state, actor) =>
  fields(state, actor)
    .flatMap((place) => npcsAt(state, place))
    .filter((id) => id !== actor && state.actors[id]?.attitude !== 'friendly' && outside(state, id))
)
/** Players and companions who are standing in the place of a fight but aren't part of it. */
const bystanders = (state: GameState, actor: string): string[] =>
  state.combat
    ? fields(state, actor)
        .flatMap((place) => peopleAt(state, place))
        .filter((id) => outside(state, id) && canAct(state, id) && sideOf(state, id) === 'party')
    : []

export default {
  name: 'start-combat',
  kind: 'start_combat',
  description: 'Start a fight between the players and NPCs here, or have more NPCs here join the current one.',
  params(state, actor) {
    const foes = opponents(state, actor)
    const friends = bystanders(state, actor)
    return [
      {
        name: 'foes',
        type: 'target',
        description: 'Who fights the players',
        required: !state.combat,
        many: true,
        enum: foes,
        labels: called(state, foes)
      },
      { name: 'friends', type: 'target', description: 'Who joins them', required: false, many: true, enum: friends, labels: called(state, friends) }
    ]
  },
  available(state, actor) {
    if (fields(state, actor).length === 0) return state.combat ? 'the fight is somewhere else' : 'no player here is on their feet'
    if (state.combat) return [...opponents(state, actor), ...bystanders(state, actor)].length > 0 || 'everybody here is already in the fight'
    return opponents(state, actor).length > 0 || 'there is nobody here to fight'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const foes = listOf(params.foes)
    const friends = listOf(params.friends)
    if (foes.length + friends.length === 0) throw refuse('Name somebody to join the fight.')
    const [place = '', ...others] = new Set(foes.map((id) => draft.actor(id).location))
    if (!state.combat && others.length > 0) throw refuse('These foes are not in the same place. Choose those of one place.')
    const party = state.combat ? friends : partyAt(state, place).filter((id) => canAct(state, id))
    // Characters who make a DEX save act before the foes, the others after them.
    const quick = party.filter((id) => attempt(draft, id, 'DEX'))
    const score = (id: string): number => (foes.includes(id) ? 2 : quick.includes(id) ? 3 : 1)
    const initiative = Object.fromEntries([...party, ...foes].toSorted().map((id) => [id, score(id)]))
    draft.put(['combat'], { ...state.combat, initiative: { ...state.combat?.initiative, ...initiative } })
    for (const id of foes) if (draft.actor(id).attitude !== 'hostile') draft.put(['actors', id, 'attitude'], 'hostile')
    const listed = (ids: readonly string[]): string[] => ids.map((id) => draft.actor(id).name)
    if (state.combat) draft.say(tell(state, 'start-combat', JOINS, { P: listed([...party, ...foes]) }))
    else {
      const ready = quick.length > 0 ? quick : party
      const choices = quick.length === 0 ? LAST : quick.length === party.length ? FIRST : MIXED
      draft.say(tell(state, 'start-combat', choices, { P: listed(ready), F: listed(foes) }))
    }
    return draft.result()
  }
} satisfies Action<{ foes?: readonly string[]; friends?: readonly string[] }>

const listOf = (value: Params[string] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]
