import type { Game } from '../../../shared/story/game'
import type { WizardAnswers, WizardPlan } from '../../../shared/contract/workshop-calls'
import { ACTION_SHAPES, ACTION_USERS, CONDITION_EFFECTS, ITEM_KINDS, SPELL_EFFECTS, TABLE_DICE } from '../../../shared/contract/wizards'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { planWizard, type Ground } from './plan'

/**
 * Difficult names: with an apostrophe, an umlaut, several words, characters of code, of YAML and of templates, empty, and the same as other things'.
 */
export const NAMES = [
  'Pray',
  "Tobit's blessing",
  'Über die Mauer',
  'call the cat in',
  '',
  '${state} `x` */ \\ " {actor.name}',
  '- a: [b, #c]',
  'attack',
  'speak',
  'con',
  '日本の'
] as const

/** Every combination of answers with each name. `where`: where items go. */
export const everyAnswer = (where: Extract<WizardAnswers, { what: 'item' }>['where']): WizardAnswers[] =>
  NAMES.flatMap((name): WizardAnswers[] => [
    ...ACTION_USERS.flatMap((users) =>
      ACTION_SHAPES.flatMap((shape) =>
        (['yaml', 'ts'] as const).map((language): WizardAnswers => ({ what: 'action', name, about: name, language, users, shape }))
      )
    ),
    ...CONDITION_EFFECTS.map((effect): WizardAnswers => ({ what: 'condition', name, about: name, effect })),
    ...ITEM_KINDS.map((kind): WizardAnswers => ({ what: 'item', name, kind, where })),
    ...SPELL_EFFECTS.map((effect): WizardAnswers => ({ what: 'spell', name, about: name, effect, where })),
    ...TABLE_DICE.map((dice): WizardAnswers => ({ what: 'table', name, dice }))
  ])

type Lists = Pick<Game, 'manifest' | 'equipment' | 'conditions' | 'tables' | 'actions' | 'guide'>

/** A game after every wizard has run with every answer, one after the other: its files by path under rules/, and the plans. */
export function grown(game: Lists, files: ReadonlyMap<string, string>): { texts: Map<string, string>; plans: WizardPlan[] } {
  const texts = new Map([...files].map(([path, text]): [string, string] => [`rules/${path}`, text]))
  const now: Lists = {
    ...game,
    manifest: { ...game.manifest },
    equipment: { ...game.equipment },
    conditions: { ...game.conditions },
    tables: { ...game.tables },
    actions: { ...game.actions }
  }
  const taken = { action: now.actions, condition: now.conditions, item: now.equipment, spell: now.equipment, table: now.tables }
  const ground: Ground = { game: now, state: tinyWorld(), paths: [], text: (path) => texts.get(path) }
  const plans = everyAnswer(null).map((answers) => {
    const plan = planWizard({ ...ground, paths: [...texts.keys()] }, answers)
    for (const { path, text } of plan.files) texts.set(path, text)
    Object.assign(taken[answers.what], { [plan.id]: { name: plan.id, kind: 'tool' } })
    if (answers.what === 'action') now.manifest[answers.users] = [...now.manifest[answers.users], plan.id]
    return plan
  })
  return { texts: new Map([...texts].map(([path, text]) => [path.slice('rules/'.length), text])), plans }
}
