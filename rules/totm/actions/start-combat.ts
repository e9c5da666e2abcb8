import { called, Draft, npcsAt, placeOf, tell } from 'proscenium'
import { notYet } from '../lib/classes'
import { upright } from '../lib/harm'

const NIMBLE = 3
const FIRST = [
  'It comes to a fight with $F, and $P [P:is|are] the quicker.',
  '$F [F:reaches|reach] for it. $P [P:has|have] reached.',
  'Before $F [F:is|are] done with the glaring, $P [P:begins|begin].',
  '$P [P:sees|see] how it will be, and [P:goes|go] in ahead of $F.',
  'There is no more to say to $F, and $P [P:is|are] the first to stop saying it.',
  '$F [F:counts|count] on a moment more. $P [P:does|do] not grant it.',
  '$P [P:moves|move] as one, or nearly, upon $F.'
]
const LAST = [
  '$F [F:is|are] among them before $P [P:has|have] turned round.',
  'It comes to a fight, and $F [F:has|have] the first word.',
  '$P [P:is|are] still finding a place to put things down when $F [F:comes|come].',
  'Nobody has warned $P about how quick $F would be.',
  '$F [F:does|do] not wait. $P [P:wishes|wish] somebody had said.',
  'One moment there is talk, the next there is $F, and $P in the way.',
  '$F [F:begins|begin] it, and well, and $P [P:has|have] to catch up.'
]

/** NPCs here whom one could fight: not those who are the players' friends. */
const opponents = (state: GameState, actor: string): string[] =>
  npcsAt(state, placeOf(state, actor)).filter(
    (id) => id !== actor && state.actors[id]?.attitude !== 'friendly' && state.actors[id]?.tags['companion'] !== true
  )

/** A die of the quickest of a side. */
const haste = (draft: Draft, ids: readonly string[], label: string): number => {
  const best = Math.max(1, ...ids.map((id) => (draft.actor(id).stats['speed'] === undefined ? NIMBLE : draft.stat(id, 'speed'))))
  return roll(`d${best}`, { label }).total
}

export default {
  name: 'start-combat',
  description: 'Start a fight between the players and some of the people here; the side with the better roll on speed begins.',
  params(state, actor) {
    const foes = opponents(state, actor)
    return [
      { name: 'foes', type: 'target', description: 'Who fights the players', required: true, many: true, enum: foes, labels: called(state, foes) }
    ]
  },
  available(state, actor) {
    if (state.combat) return 'there is a fight already'
    const early = notYet(state)
    if (early !== undefined) return early
    if (!upright(state, actor).some((id) => state.actors[id]?.kind === 'player')) return 'no player stands here'
    return opponents(state, actor).length > 0 || 'there is nobody here to fight'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const foes = Array.isArray(params['foes']) ? params['foes'].map(String) : [String(params['foes'])]
    const party = upright(state, actor)
    const first = haste(draft, party, 'speed of the party') >= haste(draft, foes, 'speed of the others')
    const all = [...party, ...foes].toSorted()
    draft.put(['combat'], {
      initiative: Object.fromEntries(all.map((id) => [id, foes.includes(id) === first ? 1 : 2])),
      sides: Object.fromEntries(all.map((id) => [id, foes.includes(id) ? 'foes' : 'party']))
    })
    for (const id of foes) if (draft.actor(id).attitude !== 'hostile') draft.put(['actors', id, 'attitude'], 'hostile')
    const listed = (ids: readonly string[]): string[] => ids.map((id) => draft.actor(id).name)
    draft.say(tell(state, 'start-combat', first ? FIRST : LAST, { P: listed(party), F: listed(foes) }))
    return draft.result()
  }
} satisfies Action
