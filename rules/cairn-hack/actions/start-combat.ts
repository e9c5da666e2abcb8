import { Draft } from '../lib/draft'
import { save } from '../lib/harm'
import { called, canAct, npcsAt, partyAt, peopleAt, placeOf } from '../lib/people'
import { cap, names, pick } from '../lib/words'

const FIRST = ['It comes to blows, and $P are quicker than $F.', '$P see it coming before $F have made up their minds.']
const LAST = ['$F are upon $P before anybody has a hand free.', 'It comes to blows, and $F have the first of it.']
const MIXED = ['It comes to blows with $F; $P are the quickest.', '$F come on. Only $P are ready for it.']

/** NPCs here whom one could fight: not those who are the players' friends. */
const opponents = (state: GameState, actor: string): string[] =>
  npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor && state.actors[id]?.attitude !== 'friendly')

/** Verbs agree with one as with many. */
const agree = (line: string, one: boolean): string => (one ? line.replace('$P are', '$P is').replace('$P see', '$P sees') : line)
const agreeFoes = (line: string, one: boolean): string =>
  one
    ? line
        .replace('$F are', '$F is')
        .replace('$F have made up their minds', '$F has made a move')
        .replace('$F have', '$F has')
        .replace('$F come', '$F comes')
    : line

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
    const quick = party.filter((id) => save(draft, id, 'DEX').success)
    const score = (id: string): number => (foes.includes(id) ? 2 : quick.includes(id) ? 3 : 1)
    draft.put(['combat'], { initiative: Object.fromEntries([...party, ...foes].toSorted().map((id) => [id, score(id)])) })
    for (const id of foes) if (draft.actor(id).attitude !== 'hostile') draft.put(['actors', id, 'attitude'], 'hostile')
    const ready = quick.length > 0 ? quick : party
    const choices = quick.length === 0 ? LAST : quick.length === party.length ? FIRST : MIXED
    const line = agreeFoes(agree(pick(choices, place, ...foes, ...quick), ready.length === 1), foes.length === 1)
    const listed = (ids: readonly string[]): string => names(ids.map((id) => draft.actor(id).name))
    draft.say(cap(line.replace('$P', () => listed(ready)).replace('$F', () => listed(foes))))
    return draft.result()
  }
} satisfies Action
