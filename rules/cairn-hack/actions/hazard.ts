import { Draft } from '../lib/draft'
import { aftermath } from '../lib/fight'
import { hurt, save } from '../lib/harm'
import { called, canAct, partyAt, placeOf } from '../lib/people'
import { cap, pick } from '../lib/words'

const exposed = (state: GameState, actor: string): string[] => partyAt(state, placeOf(state, actor)).filter((id) => canAct(state, id))
const ESCAPES: Record<string, string[]> = {
  STR: ['$A holds, with everything there is to hold with.', '$A braces and is not moved.'],
  DEX: ['$A is out of the way in time.', '$A ducks, and it goes by.'],
  WIL: ['$A keeps a clear head, and it passes.', '$A looks away at the right moment.']
}
const CAUGHT = ['It catches $A for $N.', '$A takes the worst of it: $N.', '$A is too late, and hurt for $N.']

export default {
  name: 'hazard',
  description: 'Something in the place endangers one of the players: a save, or harm.',
  params(state, actor) {
    const people = exposed(state, actor)
    return [
      { name: 'target', type: 'target', description: 'Whom it endangers', required: true, enum: people, labels: called(state, people) },
      {
        name: 'stat',
        type: 'enum',
        description: 'What meets it',
        required: true,
        enum: ['STR', 'DEX', 'WIL'],
        labels: Object.fromEntries(['STR', 'DEX', 'WIL'].map((stat) => [stat, game.manifest.stats[stat]?.label ?? stat]))
      },
      { name: 'damage', type: 'enum', description: 'Harm when the save fails', required: true, enum: ['d4', 'd6', 'd8', 'd10', 'd12'] }
    ]
  },
  available: (state, actor) => exposed(state, actor).length > 0 || 'nobody stands in danger here',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const target = String(params['target'])
    const stat = String(params['stat'])
    const { name, location } = draft.actor(target)
    const { success, total } = save(draft, target, stat)
    if (success) draft.say(cap(pick(ESCAPES[stat] ?? ['$A escapes it.'], total, target).replace('$A', () => name)))
    else {
      const harm = roll(String(params['damage']), { label: 'harm', target }).total
      draft.say(
        cap(
          pick(CAUGHT, harm, target)
            .replace('$A', () => name)
            .replace('$N', () => String(harm))
        )
      )
      hurt(draft, target, harm, true)
    }
    return draft.result(aftermath(draft, location))
  }
} satisfies Action
