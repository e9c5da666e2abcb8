import { called, canAct, Draft, npcsAt, partyAt, peopleAt, placeOf, save, tell } from 'proscenium'

const FIRST = [
  'It comes to blows, and $P [P:is|are] quicker than $F.',
  '$P [P:sees|see] it coming before $F [F:has made a move|have made up their minds].',
  '$F [F:means|mean] to begin. $P [P:has|have] begun.',
  'Nobody says the word, but $P [P:moves|move], and $F only then.',
  '$P [P:does|do] not wait to be told what $F [F:wants|want].',
  'There is a moment to decide in, and $P [P:takes|take] it from $F.',
  'The talking is done. $P [P:is|are] on $F before the silence is.',
  '$F [F:draws|draw] breath for it; $P [P:has|have] saved the breath and gone in.',
  '$P [P:has|have] room to swing, and $F [F:has|have] a wall behind.'
]
const LAST = [
  '$F [F:is|are] upon $P before anybody has a hand free.',
  'It comes to blows, and $F [F:has|have] the first of it.',
  '$P [P:is|are] still deciding when $F [F:arrives|arrive], decided.',
  '$F [F:gives|give] no warning, and $P [P:has|have] no luck.',
  'It begins behind $P, with $F.',
  '$P [P:looks|look] the wrong way, and $F [F:comes|come] the other.',
  'By the time $P [P:has|have] understood it, $F [F:is|are] doing it.',
  '$F [F:has|have] been waiting for this; $P [P:has|have] not.',
  'The first that $P [P:knows|know] of the fight is $F.'
]
const MIXED = [
  'It comes to blows with $F; $P [P:is|are] the quickest.',
  '$F [F:comes|come] on. Only $P [P:is|are] ready for it.',
  '$P [P:shouts|shout], the others turn, and $F [F:is|are] there.',
  '$F [F:starts|start] it, and $P [P:is|are] awake enough to answer.',
  'Of all of them $P [P:has|have] seen what $F [F:is|are] about to do.',
  'It is $P first, then $F, then everybody else and the noise.',
  '$F [F:meets|meet] $P, who [P:was|were] looking, before the rest, who were not.',
  'The rest are still talking when $P [P:goes|go] for $F.',
  '$P [P:has|have] one step on $F, and the others are one behind.'
]

/** NPCs here whom one could fight: not those who are the players' friends. */
const opponents = (state: GameState, actor: string): string[] =>
  npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor && state.actors[id]?.attitude !== 'friendly')

export default {
  name: 'start-combat',
  description: 'Start a fight between the players and some of the people here.',
  params(state, actor) {
    const foes = opponents(state, actor)
    return [
      { name: 'foes', type: 'target', description: 'Who fights the players', required: true, many: true, enum: foes, labels: called(state, foes) }
    ]
  },
  available(state, actor) {
    if (state.combat) return 'there is a fight already'
    const place = placeOf(state, actor)
    if (!peopleAt(state, place).some((id) => state.actors[id]?.kind === 'player' && canAct(state, id))) return 'no player stands here'
    return opponents(state, actor).length > 0 || 'there is nobody here to fight'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const foes = Array.isArray(params['foes']) ? params['foes'].map(String) : [String(params['foes'])]
    const party = partyAt(state, place).filter((id) => canAct(state, id))
    // Whoever makes a DEX save acts before the foes, the others after them.
    const quick = party.filter((id) => save(draft, id, 'DEX'))
    const score = (id: string): number => (foes.includes(id) ? 2 : quick.includes(id) ? 3 : 1)
    draft.put(['combat'], { initiative: Object.fromEntries([...party, ...foes].toSorted().map((id) => [id, score(id)])) })
    for (const id of foes) if (draft.actor(id).attitude !== 'hostile') draft.put(['actors', id, 'attitude'], 'hostile')
    const ready = quick.length > 0 ? quick : party
    const choices = quick.length === 0 ? LAST : quick.length === party.length ? FIRST : MIXED
    const listed = (ids: readonly string[]): string[] => ids.map((id) => draft.actor(id).name)
    draft.say(tell(state, 'start-combat', choices, { P: listed(ready), F: listed(foes) }))
    return draft.result()
  }
} satisfies Action
