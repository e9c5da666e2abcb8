import { called, canAct, Draft, fill, placeOf, sideOf } from 'proscenium'
import { sap } from '../lib/body'
import { aftermath } from '../lib/fight'
import { guard, hurt } from '../lib/harm'
import { tire } from '../lib/load'
import { morale } from '../lib/morale'
import { attempt } from '../lib/saves'
import { aims, type Book, books, work } from '../lib/spells'

/** The spellbooks that are of use now, with their possible targets. */
const ready = (state: GameState, actor: string): [Book, string[]][] =>
  books(state.actors[actor] ?? ({ inventory: {} } as Actor)).flatMap((book): [Book, string[]][] => {
    const people = aims(state, actor, book)
    return people.length > 0 ? [[book, people]] : []
  })
/** The spellbook's next line. Each casting moves one line further. */
const lineOf = (state: GameState, { spell }: Book): string => spell.say[(state.table.played['cast-spell'] ?? 0) % spell.say.length] ?? ''

/** A spellbook grants this action. */
export default {
  name: 'cast-spell',
  kind: 'cast',
  description: 'Cast a spell from a book you carry. It costs a slot of fatigue. In a fight, or while deprived, it takes a WIL save or misfires.',
  params(state, actor) {
    const usable = ready(state, actor)
    const labels = Object.fromEntries(usable.map(([{ key, name }]) => [key, name]))
    const people = [...new Set(usable.flatMap(([, each]) => each))]
    return [
      { name: 'spell', type: 'enum', description: 'Which book to read from', required: true, enum: Object.keys(labels), labels },
      {
        name: 'target',
        type: 'target',
        description: 'Whom to cast it on; defaults to the first it helps or harms',
        required: false,
        enum: people,
        labels: called(state, people)
      }
    ]
  },
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only characters can cast spells'
    if (!canAct(state, actor)) return "they can't act"
    if (books(who).length === 0) return 'they have no spellbook'
    if (!new Draft(state).roomFor(actor, { item: 'fatigue' })) return 'they have no slot free for the fatigue'
    return ready(state, actor).length > 0 || 'none of their spells is of use here'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const [book, people] = ready(state, actor).find(([{ key }]) => key === params.spell) ?? []
    if (!book || !people) throw refuse('That book is of no use here.')
    const target = params.target === undefined ? (people[0] ?? actor) : params.target
    if (!people.includes(target)) throw refuse(`The ${book.name} would do nothing for ${draft.actor(target).name}.`)
    const { location, name } = draft.actor(target)
    const pressed = state.combat !== undefined || draft.hasCondition(actor, 'deprived')
    draft.removeCondition(actor, 'unseen')
    if (pressed && !attempt(draft, actor, 'WIL')) {
      misfire(draft, actor, book)
      tire(draft, actor)
      return draft.result(aftermath(draft, placeOf(state, actor)), { status: 'failure' })
    }
    const result = work(draft, actor, target, book, lineOf(state, book))
    tire(draft, actor)
    const out = !canAct(draft.state, target)
    if (book.spell.aim === 'foe' && sideOf(state, target) === 'foes' && draft.state.combat?.initiative[target] !== undefined)
      morale(draft, { struck: target, place: location, out, bare: guard(draft, target) === 0 })
    return draft.result(aftermath(draft, location), { ...result, on: name })
  }
} satisfies Action<{ spell: string; target?: string }>

/** The spell misfires: the table says how, and what happens to the reader. */
function misfire(draft: Draft, id: string, { name }: Book): void {
  const row = rollTable('misfire')
  draft.say(fill(`$A reads from the $B, and ${row.text}`, { A: draft.actor(id).name, B: name }))
  if (typeof row['condition'] === 'string') {
    draft.addCondition(id, row['condition'], {
      ...(typeof row['minutes'] === 'number' ? { minutes: row['minutes'] } : {}),
      ...(typeof row['rounds'] === 'number' ? { rounds: row['rounds'] } : {})
    })
  }
  if (typeof row['saps'] === 'string') sap(draft, id, row['saps'], 1)
  if (typeof row['damage'] === 'string') hurt(draft, id, roll(row['damage'], { label: 'misfire', target: id }).total, true)
}
