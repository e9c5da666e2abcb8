import { called, cap, Draft, freeKey, tell } from 'proscenium'
import { classes, unready } from '../lib/classes'

const LINES = [
  '$A is the $C of this company.',
  'The road will make a $C of $A, or has made one already.',
  '$A puts on what a $C carries, and it fits.',
  'Anybody can see it: $A is a $C.',
  '$A had better be the $C, and nods on hearing it.',
  'There is a $C in $A, and it may as well come out now.',
  'As for $A: a $C, with everything that goes with it.'
]

/** The highest value of an initial stat. */
const MAX_STAT = 12

/** The stats named in entries such as "brawn 7". Refuses a stat that the class doesn't have and a value that a new character can't have. */
function statsFrom(entries: readonly string[], known: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    entries.map((entry): [string, number] => {
      const [, stat = '', value = ''] = /^(\w+)\s*[:=]?\s*(\d{1,3})$/.exec(entry.trim()) ?? []
      if (!Object.hasOwn(known, stat))
        throw refuse(`"${entry}" is not a stat. Name one of ${Object.keys(known).join(', ')} and its value, as in "brawn 7".`)
      if (Number(value) < 1 || Number(value) > MAX_STAT) throw refuse(`${stat} can't begin at ${value}. Choose a value from 1 to ${MAX_STAT}.`)
      return [stat, Number(value)]
    })
  )
}

export default {
  name: 'update_character',
  kind: 'prepare',
  description: 'During the preparation: give one of the players the class that fits them, with its stats and its kit.',
  params(state) {
    const people = unready(state)
    const labels = Object.fromEntries(
      Object.entries(classes()).map(([id, { name, stats, for: whom }]) => {
        const sheet = Object.entries(stats).map(([stat, value]) => `${game.manifest.stats[stat]?.label.toLowerCase() ?? stat} ${value}`)
        return [id, `${name}: ${sheet.join(', ')}; ${whom}`]
      })
    )
    return [
      {
        name: 'who',
        type: 'target',
        description: 'Who gets the class',
        aliases: ['player_id'],
        required: true,
        enum: people,
        labels: called(state, people)
      },
      { name: 'class', type: 'enum', description: 'Which class', required: true, enum: Object.keys(labels), labels },
      {
        name: 'stats',
        type: 'string',
        description: `Initial stats that differ from the class, each as "brawn 7", from 1 to ${MAX_STAT}`,
        required: false,
        many: true
      }
    ]
  },
  available: (state) => unready(state).length > 0 || 'the preparation is over',
  execute(state, _actor, params) {
    const { who } = params
    const id = params.class
    const kin = Object.hasOwn(classes(), id) ? classes()[id] : undefined
    if (!kin) throw refuse(`There is no class "${id}". Choose one of: ${Object.keys(classes()).join(', ')}.`)
    if (!unready(state).includes(who)) throw refuse(`${state.actors[who]?.name ?? who} is not a player without a class.`)
    const draft = new Draft(state)
    draft.put(['actors', who, 'tags', 'class'], id)
    const stats = { ...kin.stats, ...statsFrom(params.stats ?? [], kin.stats) }
    for (const [stat, value] of Object.entries({ ...stats, xp: 0, level: 1 })) draft.put(['actors', who, 'stats', stat], value)
    draft.put(['actors', who, 'max', 'hp'], stats['hp'] ?? 1)
    for (const item of kin.kit) draft.put(['actors', who, 'inventory', freeKey(draft.actor(who).inventory, item)], { item })
    draft.say(tell(state, 'update_character', LINES, { A: draft.actor(who).name, C: kin.name.toLowerCase() }))
    if (unready(draft.state).length === 0) draft.say(cap('with that, the preparation is over.'))
    return draft.result([], { who, class: id })
  }
} satisfies Action<{ who: string; class: string; stats?: string[] }>
