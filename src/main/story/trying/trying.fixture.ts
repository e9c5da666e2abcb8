import type { Drafts } from '../../../shared/contract/try-calls'

/** A rule with a pool of dice, a table, a status, and an action that follows. */
export const DICE_POOL = `import { damage, Draft } from 'proscenium'

export default {
  name: 'rattle-lid',
  description: "Rattle the well's lid.",
  params: [{ name: 'how', type: 'enum', enum: ['softly', 'hard'], description: 'How', required: true }],
  available: (state, actor) => (console.log('asked', actor), state.actors[actor] ? true : 'only a character can'),
  execute(state, actor, params) {
    const draft = new Draft(state)
    const pool = [1, 2].map((die) => roll('d6', { over: params.how === 'hard' ? 5 : 4, label: 'die ' + die }))
    const hits = pool.filter((die) => die.outcome === 'success').length
    console.log('hits', hits, { how: params.how, list: [1, undefined] })
    if (hits === 2) draft.addCondition(actor, 'warded', { minutes: 10 })
    if (hits === 0) damage(draft, actor, 'hp', 1)
    draft.say('The lid answers: ' + rollTable('echoes').text)
    return draft.result(hits === 2 ? ['hush'] : [], { status: hits > 0 ? 'success' : 'failure' })
  }
}
`

const HUSH = 'name: hush\ndescription: Say nothing.\nexecute:\n  pass_time: 3\n  say: "{actor.name} says nothing."\n'
const ECHOES = 'name: Echoes\ndice: d4\nrows:\n  1: nothing.\n  2-3: a bucket, far down.\n  4: its own name.\n'

/** Drafts of a game: the bundled one with an action in TypeScript, its follow-up in YAML, and a table. `manifest` is the bundled manifest's text. */
export const ownGame = (manifest: string, pool = DICE_POOL): Drafts => ({
  'rules/manifest.yaml': manifest.replace('entry_actions: [', 'entry_actions: [rattle-lid, '),
  'rules/actions/rattle-lid.ts': pool,
  'rules/actions/hush.yaml': HUSH,
  'rules/tables/echoes.yaml': ECHOES
})
